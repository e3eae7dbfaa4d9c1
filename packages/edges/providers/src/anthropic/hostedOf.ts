import type { JsonObject, ObservedUse } from "@toolgate/core"
import type { Declared } from "../Format.ts"
import { memberOf, objectsOf, textIn } from "../round/unknownJson.ts"

/** Returns what Anthropic says in a response that it ran itself, or had a server of MCP run. */
export const hostedOf = (content: unknown, declared: Declared): ReadonlyArray<ObservedUse> => {
  const blocks = objectsOf(content)
  const failed = new Set(blocks.filter(isFailure).map((block) => block.tool_use_id))
  return blocks.flatMap((block) => {
    const type = textIn(block, "type") ?? ""
    if (!type.endsWith("_tool_use")) return []
    const name = textIn(block, "name")
    const id = textIn(block, "id")
    const use = { tool: toolOf(block, name, declared), id, type, name, input: block.input }
    return [id !== undefined && failed.has(id) ? { ...use, failed: true } : use]
  })
}

/** Whether a block is the result of a use that failed. */
const isFailure = (block: JsonObject): boolean =>
  block.is_error === true ||
  (textIn(block, "type")?.endsWith("_tool_result") === true &&
    String(memberOf(block.content, "type")).endsWith("_error"))

/** Returns the hosted tool that was declared for a use: by its name, by its server, or as the one that runs code. */
const toolOf = (block: JsonObject, name: string | undefined, { tools }: Declared): string | undefined => {
  const server = textIn(block, "server_name")
  return tools.find(({ kind, spec, wire }) => {
    if (kind !== "hosted" || spec === undefined) return false
    if (server !== undefined) return memberOf(spec, "mcp_server_name") === server
    const runsCode = textIn(spec, "type")?.startsWith("code_execution") === true
    return wire === name || (runsCode && name?.endsWith("_code_execution") === true)
  })?.tool
}
