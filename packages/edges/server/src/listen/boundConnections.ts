import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { Server as TlsServer } from "node:tls"

export interface BoundConnections {
  /** Resolves once no connection is in use, at the latest after this time in milliseconds. */
  readonly drained: (withinMs: number) => Promise<void>
}

/**
 * Limits the connections of a server. A connection is in use from the last byte of a request to the last byte of its
 * answer. Beyond the limit, the connection that was unused the longest is closed, so that silent and slow clients cannot
 * lock out others.
 */
export const boundConnections = (server: Server, most: number): BoundConnections => {
  /** The open connections with their number of uses, longest unused first. */
  const open = new Map<Duplex, number>()
  let used = 0
  let whenUnused = () => {}
  const count = (by: number) => {
    used += by
    if (used === 0) whenUnused()
  }
  const change = (socket: Duplex, by: 1 | -1) => {
    const uses = open.get(socket)
    if (uses === undefined) return
    open.delete(socket)
    open.set(socket, uses + by)
    count(by)
  }
  // The requests of HTTPS have the socket inside the encrypted connection.
  server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Duplex) => {
    open.set(socket, 0)
    socket.once("close", () => {
      count(-(open.get(socket) ?? 0))
      open.delete(socket)
    })
    if (open.size <= most) return
    const [longest = socket] = [...open].find(([, uses]) => uses === 0) ?? []
    open.delete(longest)
    longest.destroy()
  })
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const use = () => {
      if (response.writableEnded) return
      change(socket, 1)
      response.once("close", () => change(socket, -1))
    }
    // Makes room for new connections early.
    if (open.size > most / 2) response.setHeader("connection", "close")
    if (hasBody(request)) request.once("end", use)
    else use()
  }
  server.on("request", answer)
  server.on("checkContinue", answer)
  server.on("upgrade", (_, socket) => change(socket, 1))
  return {
    drained: (withinMs) =>
      new Promise((resolve) => {
        if (used === 0) return resolve()
        const timer = setTimeout(resolve, withinMs)
        whenUnused = () => {
          clearTimeout(timer)
          resolve()
        }
      })
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"
