import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client"
import { quoted } from "@toolgate/core"
import { normalizeBase64 } from "@toolgate/providers"
import type { McpSdk } from "./Connection.ts"

/** The lists as servers sent them, by the filtered lists that the SDK got. */
const unread = new WeakMap<object, ReadonlyArray<unknown>>()

/**
 * Passes only valid definitions and result blocks to the SDK. For one invalid item the SDK would reject the whole list
 * in the newer protocol, even though the request names another schema. `takesAny`: whether a structured result may be
 * other than an object.
 */
export const keepLists = (sdk: McpSdk, transport: Transport, takesAny: () => boolean): void => {
  const { isSpecType } = sdk
  const members = [
    ["tools", isSpecType.Tool],
    ["resources", isSpecType.Resource],
    ["resourceTemplates", isSpecType.ResourceTemplate],
    ["prompts", isSpecType.Prompt]
  ] as const
  const heard = transport.onmessage
  // The SDK keeps this handler, and calls it before its own.
  transport.onmessage = (message: JSONRPCMessage) => {
    heard?.(message)
    const result: unknown = "result" in message ? message.result : undefined
    if (!isObject(result)) return
    makeReadable(sdk, result, takesAny())
    for (const [member, isRead] of members) {
      const given = result[member]
      if (!Array.isArray(given)) continue
      const read = given.filter(isRead)
      unread.set(read, given)
      result[member] = read
    }
  }
}

/** Returns the list as the server sent it, for a list that the SDK returned. */
export const getUnreadList = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => unread.get(list) ?? list

/**
 * Makes a result valid for the SDK, in place. Invalid blocks become a sentence; without this, the SDK would reject the
 * whole result. `takesAny`: whether a structured result may be other than an object.
 */
const makeReadable = ({ isSpecType }: McpSdk, result: Record<string, unknown>, takesAny: boolean): void => {
  const blockOf = (given: unknown): unknown => {
    const block =
      isObject(given) && typeof given.data === "string" ? { ...given, data: normalizeBase64(given.data) } : given
    return isSpecType.ContentBlock(block) ? block : text(leftOut("block", given))
  }
  const { content, messages, contents, structuredContent, isError } = result
  if (content === null) result.content = []
  if (Array.isArray(content)) result.content = content.map(blockOf)
  if (Array.isArray(messages))
    result.messages = messages.map((given: unknown) => {
      const message = isObject(given) ? { ...given, content: blockOf(given.content) } : given
      return isSpecType.PromptMessage(message) ? message : { role: "user", content: text(leftOut("message", given)) }
    })
  if (Array.isArray(contents))
    result.contents = contents.map((given: unknown) => {
      const resource =
        isObject(given) && typeof given.blob === "string" ? { ...given, blob: normalizeBase64(given.blob) } : given
      return isSpecType.TextResourceContents(resource) || isSpecType.BlobResourceContents(resource)
        ? resource
        : { uri: "toolgate:left-out", text: leftOut("part", given) }
    })
  if (structuredContent !== undefined && !takesAny && !isObject(structuredContent)) delete result.structuredContent
  // An invalid flag counts as a failure.
  if (isError !== undefined && typeof isError !== "boolean" && isError !== null) result.isError = true
  if (isError === null) delete result.isError
}

const leftOut = (what: string, given: unknown): string => {
  const type = isObject(given) && typeof given.type === "string" ? ` of the type ${quoted(given.type, 64)}` : ""
  return `[A ${what}${type} of the server's answer is left out: it violates the protocol.]`
}

const text = (text: string) => ({ type: "text", text })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
