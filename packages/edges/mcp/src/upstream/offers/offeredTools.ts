import { canonicalJson, type JsonObject, quoted, type ToolContext, type ToolOutput } from "@toolgate/core"
import type { McpServerEntry } from "../../config/McpConfig.ts"
import type { ToolFault } from "../McpServerStatus.ts"
import { badName, type Candidate } from "../readTools.ts"
import { registeredName } from "../registeredNames.ts"
import { completionTool } from "./completionTool.ts"
import type { OfferList } from "./listOffers.ts"
import { type OfferTool, offerTool } from "./offerTool.ts"
import { promptTool } from "./promptTool.ts"
import { resourceTools } from "./resourceTools.ts"
import { type ListedPrompt, promptToolName, type ServerOffers } from "./ServerOffers.ts"

/** The tools by which the resources and prompts of a server are reached, and what clients are shown of these. */
export interface OfferedTools {
  readonly candidates: ReadonlyArray<Candidate>
  readonly offers: ServerOffers
  readonly leftOut: ReadonlyArray<ToolFault>
}

/** Returns the tools by which what a server lists is reached. `executing` returns the function that runs a call of a tool. */
export const offeredTools = (
  entry: McpServerEntry,
  { hasResources, completes, resources, templates, prompts, leftOut }: OfferList,
  executing: (tool: OfferTool) => (args: JsonObject, context: ToolContext) => Promise<ToolOutput>
): OfferedTools => {
  const shown = new Map<string, ListedPrompt>()
  const faults = [...leftOut]
  const candidateOf = ({ use, ...definition }: OfferTool, label: string): Candidate => ({
    name: definition.name,
    label,
    text: canonicalJson(definition as unknown as JsonObject),
    make: () => offerTool(entry, definition, executing({ use, ...definition }))
  })
  const ours = [
    ...(hasResources ? resourceTools(entry.name) : []),
    ...(completes ? [completionTool(entry.name)] : [])
  ].map((tool) => candidateOf(tool, tool.name))
  const candidates = prompts.flatMap((listed) => {
    const name = promptToolName(entry.name, listed.name)
    const shownAs = registeredName(entry.name, listed.name)
    if (name === undefined || shownAs === undefined) {
      faults.push({ tool: quoted(listed.name), why: badName })
      return []
    }
    shown.set(shownAs, listed)
    return [candidateOf(promptTool(entry, listed, name), listed.name)]
  })
  return {
    candidates: [...ours, ...candidates],
    offers: { server: entry.name, hasResources, resources, templates, prompts: shown, completes },
    leftOut: faults
  }
}
