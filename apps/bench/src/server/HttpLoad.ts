import { type AddressInfo, connect, type Socket } from "node:net"
import { assertAllRight } from "../assertAllRight.ts"

/** The place of a server: a port of this machine, or a Unix socket. */
export type Place = Pick<AddressInfo, "port"> | { readonly path: string }

/**
 * Sends one request again and again over kept connections. It does less than any client, so that the times are those of
 * the server.
 */
export class HttpLoad {
  /** The time of each answer since the last reset, in milliseconds. */
  readonly latencies: Array<number> = []
  private readonly place: Place
  private readonly text: string
  private readonly sockets: ReadonlyArray<Socket>

  constructor(place: Place, connections: number, path: string, token: string, body: string) {
    this.place = place
    this.text = [
      `POST ${path} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${token}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      "",
      body
    ].join("\r\n")
    this.sockets = Array.from({ length: connections }, () => connect({ host: "127.0.0.1", ...this.place }).setNoDelay())
  }

  /** Sends the request this many times. Throws if an answer has another status than 200. */
  async send(times: number): Promise<void> {
    let left = times
    let right = 0
    const work = async (socket: Socket) => {
      while (left > 0) {
        left -= 1
        const before = performance.now()
        if (await this.sendOver(socket)) right += 1
        this.latencies.push(performance.now() - before)
      }
    }
    await Promise.all(this.sockets.map(work))
    assertAllRight(right, times)
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  /** Resolves with whether the answer has status 200. */
  private sendOver(socket: Socket): Promise<boolean> {
    return new Promise((resolve, reject) => {
      let received = ""
      const read = (part: Buffer) => {
        received += part.toString("latin1")
        const end = received.indexOf("\r\n\r\n")
        if (end < 0) return
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
        if (received.length < end + 4 + length) return
        socket.off("data", read).off("error", reject)
        resolve(received.startsWith("HTTP/1.1 200"))
      }
      socket.on("data", read).on("error", reject)
      socket.write(this.text)
    })
  }
}
