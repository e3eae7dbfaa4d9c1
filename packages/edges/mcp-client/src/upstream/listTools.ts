import type { Connection } from "./Connection.ts"
import { listPages, type PageOptions } from "./listPages.ts"
import type { ToolFault } from "./McpServerStatus.ts"

/** A list of tools, not yet validated. */
export interface ToolList {
  readonly tools: ReadonlyArray<unknown>
  /** The tools whose arguments cannot be sent as the headers that their schemas ask for. */
  readonly unsendable: ReadonlySet<string>
  /** The tools that were not read, with the reason. */
  readonly leftOut: ReadonlyArray<ToolFault>
}

/**
 * Reads the list of a server's tools without validating it. Only the header arguments are checked, by the SDK. If the
 * SDK cannot read the list, no tool may use header arguments.
 */
export const listTools = async (
  connection: Pick<Connection, "sdk" | "client">,
  options: PageOptions
): Promise<ToolList> => {
  const { client } = connection
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [], unsendable: new Set(), leftOut: [] }
  const list = { method: "tools/list", member: "tools", noun: "tools", most: mostTools } as const
  const { given: tools, leftOut } = await listPages(connection, list, options)
  const asking = tools.flatMap((tool) => (isObject(tool) && asksForHeaders(tool) ? [String(tool.name)] : []))
  if (asking.length === 0 || client.getProtocolEra() !== "modern") return { tools, unsendable: new Set(), leftOut }
  const checked = await client.listTools(undefined, { ...options, cacheMode: "bypass" }).catch(() => ({ tools: [] }))
  const sendable = new Set(checked.tools.map(({ name }) => name))
  return { tools, leftOut, unsendable: new Set(asking.filter((name) => !sendable.has(name))) }
}

const asksForHeaders = (tool: object): boolean => JSON.stringify(tool).includes('"x-mcp-header"')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** The limit for the number of tools of one server. */
const mostTools = 2_000
