import type { Client } from "@modelcontextprotocol/client"
import { ServerFault } from "./ServerFault.ts"
import { asSent } from "./unreadLists.ts"

/** A list that servers page. */
export interface PagedList {
  readonly method: "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list"
  /** The member of a page that has the definitions. */
  readonly member: "tools" | "resources" | "resourceTemplates" | "prompts"
  /** The word for the definitions. */
  readonly noun: string
  /** The number of definitions up to which the list is read. */
  readonly most: number
}

/** The options of a request for a page. */
export type PageOptions = { readonly timeout: number; readonly signal: AbortSignal }

/** A list as the server sent it, unread, and whether the server has more than was read. */
export interface GivenList {
  readonly given: ReadonlyArray<unknown>
  readonly hasMore: boolean
}

/** Returns a list of a server, page by page: the SDK's reader would refuse the whole list for one definition that does not hold. */
export const listPages = async (client: Client, list: PagedList, options: PageOptions): Promise<GivenList> => {
  const given: Array<unknown> = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await pageOf(client, list, cursor, options)
    given.push(...page.items)
    if (given.length > list.most) return { given: given.slice(0, list.most), hasMore: true }
    if (page.next === undefined) return { given, hasMore: false }
    cursor = page.next
  }
  throw new ServerFault({
    message: `Its list of ${list.noun} has more than ${mostPages} pages, so none of them is taken.`
  })
}

const pageOf = async (
  client: Client,
  { method, member, noun }: PagedList,
  cursor: string | undefined,
  options: PageOptions
) => {
  const params = cursor === undefined ? {} : { cursor }
  const page: unknown = await client.request({ method, params }, anything, options)
  const { [member]: items, nextCursor } = isObject(page) ? page : {}
  if (!Array.isArray(items)) throw new ServerFault({ message: `Its list of ${noun} is no list.` })
  return { items: asSent(items), next: typeof nextCursor === "string" ? nextCursor : undefined }
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

/** The most pages of a list. */
const mostPages = 200
