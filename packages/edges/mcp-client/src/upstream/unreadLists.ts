import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client"
import type { McpSdk } from "./Connection.ts"
import { makeReadable } from "./readableResult.ts"

/** The lists as servers sent them, by the lists that the SDK was shown. */
const unread = new WeakMap<object, ReadonlyArray<unknown>>()

/**
 * Shows the SDK only the definitions of a list, and the parts of a result, that it can read. For one that it cannot, it would refuse the
 * whole list in the newer protocol, although the request for the list names another schema. `takesAny`: whether a structured result may be
 * something else than an object.
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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** Returns a list as the server sent it, for a list that the SDK returned. */
export const asSent = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => unread.get(list) ?? list
