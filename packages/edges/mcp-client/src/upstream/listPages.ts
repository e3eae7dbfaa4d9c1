import type { Connection, McpSdk } from "./Connection.ts"
import type { ToolFault } from "./McpServerStatus.ts"
import { ServerFault } from "./ServerFault.ts"
import { toServerFault } from "./toServerFault.ts"
import { getUnreadList } from "./unreadLists.ts"

export interface PagedList {
  readonly method: "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list"
  /** The member of a page that contains the definitions. */
  readonly member: "tools" | "resources" | "resourceTemplates" | "prompts"
  readonly noun: string
  /** The limit for the number of definitions. */
  readonly most: number
}

export type PageOptions = { readonly timeout: number; readonly signal: AbortSignal }

/** A list as the server sent it, not yet validated. */
export interface RawList {
  readonly given: ReadonlyArray<unknown>
  /** The parts of the list that were not read, with the reason. */
  readonly leftOut: ReadonlyArray<ToolFault>
}

/**
 * Reads a server's list page by page. The SDK's reader would reject the whole list for one invalid definition. If a
 * page fails, the list ends before it.
 */
export const listPages = async (
  { sdk, client }: Pick<Connection, "sdk" | "client">,
  list: PagedList,
  options: PageOptions
): Promise<RawList> => {
  const given: Array<unknown> = []
  const cut = (why: string): RawList => ({ given, leftOut: [{ tool: `the rest of its ${list.noun}`, why }] })
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let number = 1; number <= mostPages; number++) {
    const page = await pageOf(client, list, cursor, options).catch((cause: unknown) => {
      if (number === 1 || !isOfList(sdk, cause)) throw cause
      return toServerFault(sdk, cause)
    })
    if (page instanceof ServerFault) return cut(`page ${number} of the list cannot be read: ${page.message}`)
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

/** Whether an error concerns only a list, so that the connection stays usable. */
export const isOfList = (sdk: McpSdk, cause: unknown): boolean =>
  cause instanceof ServerFault ||
  cause instanceof sdk.ProtocolError ||
  (cause instanceof sdk.SdkError && ofLists.has(cause.code))

/** The SDK's codes for a failed list on a usable connection. */
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
  if (!Array.isArray(items)) throw new ServerFault({ message: `Its list of ${noun} is not a list.` })
  return { items: getUnreadList(items), next: typeof nextCursor === "string" ? nextCursor : undefined }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** A Standard Schema that matches every value. */
const anything = {
  "~standard": {
    version: 1,
    vendor: "toolgate",
    validate: (value: unknown) => ({ value })
  }
} as const

const mostPages = 200
