import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

export interface BoundConnections {
  /** Marks the connection of a response as in use until the response ends. */
  readonly use: (response: ServerResponse) => void
  /** Returns the number of open connections. */
  readonly count: () => number
}

/**
 * Limits the connections of a server. Beyond the limit, the connection that was idle the longest is closed, so that
 * silent clients cannot lock out others.
 */
export const boundConnections = (server: Server, most: number): BoundConnections => {
  /** The open connections with their number of uses, longest unused first. */
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
