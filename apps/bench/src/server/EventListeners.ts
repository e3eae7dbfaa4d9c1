import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** Clients that listen to events, and count them. Each event has four lines. */
export class EventListeners {
  private readonly sockets: ReadonlyArray<Socket>
  private lines = 0
  private wanted = Number.POSITIVE_INFINITY
  private whenReceived = () => {}

  private constructor(sockets: ReadonlyArray<Socket>) {
    this.sockets = sockets
    for (const socket of sockets)
      socket.on("data", (part) => {
        for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, at + 1)) this.lines += 1
        if (this.lines >= this.wanted) this.whenReceived()
      })
  }

  /** Connects this many clients. Resolves when each has the head of its answer. */
  static async connect(count: number, port: number, path: string, token: string): Promise<EventListeners> {
    const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`
    const sockets = Array.from({ length: count }, () => connect({ host: "127.0.0.1", port }))
    await Promise.all(
      sockets.map(async (socket) => {
        socket.write(request)
        await once(socket, "data")
      })
    )
    return new EventListeners(sockets)
  }

  /** Runs `tell`, which makes this many events. Resolves when every client has received them all. */
  async receive(events: number, tell: () => Promise<void>): Promise<void> {
    this.lines = 0
    this.wanted = events * 4 * this.sockets.length
    const received = new Promise<void>((resolve) => {
      this.whenReceived = resolve
    })
    await tell()
    await received
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy()
  }
}

const newline = "\n".charCodeAt(0)
