import type { Connection, McpSdk } from "./Connection.ts"
import { faultOf } from "./faultOf.ts"
import type { ToolFault } from "./McpServerStatus.ts"
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

/** A list as the server sent it, unread. */
export interface GivenList {
  readonly given: ReadonlyArray<unknown>
  /** The rest of the list, with the reason why it was not read. */
  readonly leftOut: ReadonlyArray<ToolFault>
}

/**
 * Returns a list of a server, page by page: the SDK's reader would refuse the whole list for one definition that does not hold. What
 * came before a page that cannot be had is the list.
 */
export const listPages = async (
  { sdk, client }: Pick<Connection, "sdk" | "client">,
  list: PagedList,
  options: PageOptions
): Promise<GivenList> => {
  const given: Array<unknown> = []
  const cut = (why: string): GivenList => ({ given, leftOut: [{ tool: `the rest of its ${list.noun}`, why }] })
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let number = 1; number <= mostPages; number++) {
    const page = await pageOf(client, list, cursor, options).catch((cause: unknown) => {
      if (number === 1 || !isOfList(sdk, cause)) throw cause
      return faultOf(sdk, cause)
    })
    if (page instanceof ServerFault) return cut(`page ${number} of the list cannot be had: ${page.message}`)
    for (const item of page.items) {
      if (given.length === list.most) return cut(`the list has more than ${list.most} ${list.noun}`)
      given.push(item)
    }
    if (page.next === undefined) return { given, leftOut: [] }
    if (cursors.has(page.next)) return cut(`page ${number} of the list leads back to an earlier page`)
    cursor = page.next
    cursors.add(cursor)
  }
  return cut(`the list has more than ${mostPages} pages`)
}

/** Whether an error is of a list alone: the connection can be used. */
export const isOfList = (sdk: McpSdk, cause: unknown): boolean =>
  cause instanceof ServerFault ||
  cause instanceof sdk.ProtocolError ||
  (cause instanceof sdk.SdkError && ofLists.has(cause.code))

/** The SDK's codes for a list that cannot be had on a connection that can be used. */
const ofLists: ReadonlySet<string> = new Set(["REQUEST_TIMEOUT", "INVALID_RESULT", "UNSUPPORTED_RESULT_TYPE"])

const pageOf = async (
  client: Connection["client"],
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
