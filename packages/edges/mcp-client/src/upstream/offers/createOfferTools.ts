import { type JsonObject, quoted, type ToolContext, type ToolOutput } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { McpServerEntry } from "../../config/McpConfig.ts"
import type { ToolFault } from "../McpServerStatus.ts"
import { assignNames, badName, type Candidate } from "../readTools.ts"
import { getRegisteredName } from "../registeredNames.ts"
import { createCompletionTool } from "./createCompletionTool.ts"
import { createOfferTool, type OfferTool } from "./createOfferTool.ts"
import { createPromptTool } from "./createPromptTool.ts"
import { createResourceTools } from "./createResourceTools.ts"
import type { OfferList } from "./listOffers.ts"
import { type ListedPrompt, namePrompt, type ServerOffers } from "./ServerOffers.ts"

/** The tools for the resources and prompts of a server, and what clients see of them. */
export interface OfferedTools {
  readonly candidates: ReadonlyArray<Candidate>
  readonly offers: ServerOffers
  readonly leftOut: ReadonlyArray<ToolFault>
}

/** Returns the tools for what a server lists. `executing` returns the function that runs a tool. */
export const createOfferTools = (
  entry: McpServerEntry,
  { hasResources, completes, resources, templates, prompts, leftOut }: OfferList,
  executing: (tool: OfferTool) => (args: JsonObject, context: ToolContext) => Promise<ToolOutput>,
  recipe: JsonObject
): OfferedTools => {
  const faults = [...leftOut]
  const candidateOf = ({ use, ...definition }: OfferTool, label: string): Candidate => ({
    name: definition.name,
    label,
    claim: 2,
    text: canonicalizeJson(definition as unknown as JsonObject),
    make: (name) =>
      createOfferTool(entry, { ...definition, name }, executing({ use, ...definition, name }), {
        use: label,
        server: recipe
      })
  })
  const ours = [
    ...(hasResources ? createResourceTools(entry.name) : []),
    ...(completes ? [createCompletionTool(entry.name)] : [])
  ].map((tool) => candidateOf(tool, tool.name))
  const byName = new Map(prompts.map((listed) => [listed.name, listed]))
  const named = assignNames(
    prompts.flatMap((listed) => {
      const name = getRegisteredName(entry.name, `prompts.${listed.name}`)
      if (name === undefined) faults.push({ tool: quoted(listed.name), why: badName })
      const isOwn = name?.endsWith(`.${listed.name}`) === true
      return name === undefined
        ? []
        : [
            {
              ...candidateOf(createPromptTool(entry, listed, name), listed.name),
              claim: isOwn ? (1 as const) : (0 as const)
            }
          ]
    })
  )
  faults.push(...named.leftOut)
  const shown = new Map<string, ListedPrompt>()
  const candidates = [...named.named.values()].map((one): Candidate => {
    const listed = byName.get(one.label)
    if (listed !== undefined) shown.set(namePrompt(one.name), listed)
    return { ...one, claim: 2 }
  })
  return {
    candidates: [...ours, ...candidates],
    offers: { server: entry.name, hasResources, resources, templates, prompts: shown, completes },
    leftOut: faults
  }
}
