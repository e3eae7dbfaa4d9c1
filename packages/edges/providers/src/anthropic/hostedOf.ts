import type { JsonObject } from "@toolgate/core"
import type { Declared, HostedUse } from "../Format.ts"
import { memberOf, objectsOf, textIn } from "../round/unknownJson.ts"

/** Returns what Anthropic says in a response that it ran itself, or had a server of MCP run. */
export const hostedOf = (content: unknown, declared: Declared): ReadonlyArray<HostedUse> =>
  objectsOf(content).flatMap((block) => {
    const type = textIn(block, "type") ?? ""
    if (!type.endsWith("_tool_use")) return []
    const name = textIn(block, "name")
    return [{ tool: toolOf(block, name, declared), id: textIn(block, "id"), type, name, input: block.input }]
  })

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
