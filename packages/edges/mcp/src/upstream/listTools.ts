import type { Client } from "@modelcontextprotocol/client"
import type { Connection } from "./Connection.ts"
import { ServerFault } from "./ServerFault.ts"

/**
 * Returns what a server lists, page by page and unread: the SDK's reader would refuse the whole list for one definition that does not
 * hold.
 */
export const listTools = async (
  { client }: Pick<Connection, "client">,
  timeoutMs: number,
  signal: AbortSignal
): Promise<ReadonlyArray<unknown>> => {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const listed: Array<unknown> = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await pageOf(client, cursor, { timeout: timeoutMs, signal })
    listed.push(...page.tools)
    if (listed.length > mostTools)
      throw new ServerFault({ message: `It lists more than ${mostTools} tools, so none of them is taken.` })
    if (page.next === undefined) return listed
    cursor = page.next
  }
  throw new ServerFault({ message: `Its list of tools has more than ${mostPages} pages, so none of them is taken.` })
}

const pageOf = async (
  client: Client,
  cursor: string | undefined,
  options: { readonly timeout: number; readonly signal: AbortSignal }
) => {
  const params = cursor === undefined ? {} : { cursor }
  const page: unknown = await client.request({ method: "tools/list", params }, anything, options)
  const { tools, nextCursor } = (typeof page === "object" && page !== null ? page : {}) as Record<string, unknown>
  if (!Array.isArray(tools)) throw new ServerFault({ message: "Its list of tools is no list." })
  return { tools: tools as ReadonlyArray<unknown>, next: typeof nextCursor === "string" ? nextCursor : undefined }
}

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
