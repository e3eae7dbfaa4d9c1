import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** The connections of a server. */
export interface BoundConnections {
  /** Keeps the connection of a response until the response is over. */
  readonly use: (response: ServerResponse) => void
  /** Returns the number of connections that are open. */
  readonly count: () => number
}

/**
 * Bounds the connections of a server. Beyond the bound, the connection that has been without use for the longest is cut, so that
 * nobody is kept out by clients that connect and say nothing.
 */
export const boundConnections = (server: Server, most: number): BoundConnections => {
  /** The open connections, each with its number of uses: the one whose last use was the longest ago first. */
  const open = new Map<Socket, number>()
  server.on("connection", (socket) => {
    open.set(socket, 0)
    socket.once("close", () => open.delete(socket))
    if (open.size <= most) return
    const [longest = socket] = [...open].find(([, uses]) => uses === 0) ?? []
    open.delete(longest)
    longest.destroy()
  })
  const add = (socket: Socket, by: 1 | -1) => {
    const uses = open.get(socket)
    if (uses === undefined) return
    open.delete(socket)
    open.set(socket, uses + by)
  }
  return {
    count: () => open.size,
    use: (response) => {
      const { socket } = response
      if (socket === null) return
      add(socket, 1)
      response.once("close", () => add(socket, -1))
    }
  }
}
