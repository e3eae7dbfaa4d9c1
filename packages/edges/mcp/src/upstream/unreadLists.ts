import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client"
import type { McpSdk } from "./Connection.ts"

/** The lists as servers sent them, by the lists that the SDK was shown. */
const unread = new WeakMap<object, ReadonlyArray<unknown>>()

/**
 * Shows the SDK only the definitions of a list that it can read. For one that it cannot, it would refuse the whole list in the newer
 * protocol, whatever schema the request for the list names.
 */
export const keepLists = (sdk: McpSdk, transport: Transport): void => {
  // The SDK keeps this handler, and calls it before its own.
  transport.onmessage = (message: JSONRPCMessage) => {
    if (!("result" in message) || !Array.isArray(message.result.tools)) return
    const given: ReadonlyArray<unknown> = message.result.tools
    const read = given.filter(sdk.isSpecType.Tool)
    unread.set(read, given)
    message.result.tools = read
  }
}

/** Returns a list as the server sent it, for a list that the SDK returned. */
export const asSent = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => unread.get(list) ?? list
