import { canonicalJson, quoted } from "@toolgate/core"
import { type ListedTool, readListed } from "./listedTool.ts"
import type { ToolList } from "./listTools.ts"
import type { ToolFault } from "./McpServerStatus.ts"
import { lookOf, registeredName, sharedNames } from "./registeredNames.ts"

/** The tools of a list that can be registered, and the others. */
export interface ReadTools {
  /** The tools by the names under which they are registered, each with its definition as canonical JSON. */
  readonly tools: ReadonlyMap<string, { readonly listed: ListedTool; readonly text: string }>
  readonly leftOut: ReadonlyArray<ToolFault>
}

/** Reads the list of a server. A tool that does not hold is left out with the reason, and the others are not concerned. */
export const readTools = (server: string, { tools: given, unsendable }: ToolList): ReadTools => {
  const tools = new Map<string, { readonly listed: ListedTool; readonly text: string }>()
  const leftOut: Array<ToolFault> = []
  const named: Array<{ readonly listed: ListedTool; readonly name: string }> = []
  for (const [index, one] of given.entries()) {
    const listed = readListed(one)
    const name = typeof listed === "string" ? undefined : registeredName(server, listed.name)
    if (typeof listed === "string") leftOut.push({ tool: nameIn(one) ?? `tool ${index + 1} of the list`, why: listed })
    else if (unsendable.has(listed.name)) leftOut.push({ tool: quoted(listed.name), why: badHeaders })
    else if (name === undefined) leftOut.push({ tool: quoted(listed.name), why: badName })
    else named.push({ listed, name })
  }
  const shared = sharedNames(named.map(({ name }) => name))
  for (const { listed, name } of named)
    if (shared.has(lookOf(name)))
      leftOut.push({ tool: quoted(listed.name), why: `another tool is named "${name}" too` })
    else tools.set(name, { listed, text: canonicalJson(listed) })
  return { tools, leftOut }
}

const nameIn = (given: unknown): string | undefined =>
  typeof given === "object" && given !== null && "name" in given && typeof given.name === "string"
    ? quoted(given.name)
    : undefined

const badHeaders = "its arguments cannot be sent as the headers that its schema asks for"

const badName = "its name is too long, or holds characters that are not of ASCII"
