import { once } from "node:events"
import type { Socket } from "node:net"
import { WebSocket } from "@effect/platform-node/NodeWS"

/** A client of the door of agents, which may send anything. */
export interface RawClient {
  readonly socket: WebSocket
  /** Sends bytes beneath the WebSocket. */
  readonly write: (bytes: Uint8Array) => void
  /** Returns the next message, parsed, or `undefined` when the connection has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any message.
  readonly next: () => Promise<any>
  /** Resolves to the code with which the connection ends. */
  readonly closed: Promise<number>
}

/** Connects to a server as an agent. Rejects if the handshake fails. */
export const openSocket = async (url: string, secret: string, options: object = {}): Promise<RawClient> => {
  const socket = new WebSocket(`${url.replace("http", "ws")}/v1/runner`, {
    headers: { authorization: `Bearer ${secret}` },
    ...options
  })
  const messages: Array<unknown> = []
  let wake = () => {}
  socket.on("message", (data) => {
    messages.push(JSON.parse(`${data}`))
    wake()
  })
  // What a hostile client breaks on its own side is no matter.
  socket.on("error", () => {})
  const closed = once(socket, "close").then(([code]) => {
    wake()
    return code as number
  })
  await Promise.race([
    once(socket, "open"),
    closed.then((code) => Promise.reject(new Error(`It closed with ${code}.`)))
  ])
  const next = async () => {
    while (messages.length === 0 && socket.readyState !== WebSocket.CLOSED)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return messages.shift()
  }
  const beneath = (socket as unknown as { readonly _socket: Socket })._socket
  return { socket, write: (bytes) => void beneath.write(bytes), next, closed }
}

/** Returns the message of a call of `say` or another tool. */
export const callMessage = (id: string, tool = "say", args: object = { text: id }): string =>
  JSON.stringify({ op: "tool_call", tool_call_id: id, tool, args })
