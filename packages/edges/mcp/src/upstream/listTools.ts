import type { Client } from "@modelcontextprotocol/client"
import type { Connection } from "./Connection.ts"
import { ServerFault } from "./ServerFault.ts"
import { asSent } from "./unreadLists.ts"

/** The list of a server's tools, unread. */
export interface ToolList {
  readonly tools: ReadonlyArray<unknown>
  /** The names of the tools whose arguments cannot be sent as the headers that their schemas ask for. */
  readonly unsendable: ReadonlySet<string>
}

/**
 * Returns the list of a server's tools, unread: the SDK's reader would refuse the whole list for one definition that does not hold.
 * Only the headers that schemas ask for are checked by the SDK, and where it cannot read the list, no tool may ask for any.
 */
export const listTools = async ({ client }: Pick<Connection, "client">, options: RequestOptions): Promise<ToolList> => {
  const tools = await everyPage(client, options)
  const asking = tools.flatMap((tool) => (isObject(tool) && asksForHeaders(tool) ? [String(tool.name)] : []))
  if (asking.length === 0 || client.getProtocolEra() !== "modern") return { tools, unsendable: new Set() }
  const checked = await client.listTools(undefined, { ...options, cacheMode: "bypass" }).catch(() => ({ tools: [] }))
  const sendable = new Set(checked.tools.map(({ name }) => name))
  return { tools, unsendable: new Set(asking.filter((name) => !sendable.has(name))) }
}

type RequestOptions = { readonly timeout: number; readonly signal: AbortSignal }

const asksForHeaders = (tool: object): boolean => JSON.stringify(tool).includes('"x-mcp-header"')

const everyPage = async (client: Client, options: RequestOptions): Promise<ReadonlyArray<unknown>> => {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const listed: Array<unknown> = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await pageOf(client, cursor, options)
    listed.push(...page.tools)
    if (listed.length > mostTools)
      throw new ServerFault({ message: `It lists more than ${mostTools} tools, so none of them is taken.` })
    if (page.next === undefined) return listed
    cursor = page.next
  }
  throw new ServerFault({ message: `Its list of tools has more than ${mostPages} pages, so none of them is taken.` })
}

const pageOf = async (client: Client, cursor: string | undefined, options: RequestOptions) => {
  const params = cursor === undefined ? {} : { cursor }
  const page: unknown = await client.request({ method: "tools/list", params }, anything, options)
  const { tools, nextCursor } = isObject(page) ? page : {}
  if (!Array.isArray(tools)) throw new ServerFault({ message: "Its list of tools is no list." })
  return { tools: asSent(tools), next: typeof nextCursor === "string" ? nextCursor : undefined }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** A Standard Schema that every value matches. */
const anything = {
  "~standard": {
    version: 1,
    vendor: "toolgate",
    validate: (value: unknown) => ({ value })
  }
} as const

/** The most tools that a server may list, and the most pages of its list. */
const mostTools = 2_000
const mostPages = 200
