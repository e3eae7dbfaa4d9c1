import type { Socket } from "node:net"
import { deserialize, serialize } from "node:v8"

/**
 * The message channel between the gate and a worker: a length in four bytes, then the structured clone. Node's own
 * channel throws an uncatchable error on invalid input, with which a compromised worker could end the gate.
 */
export class Channel {
  private readonly socket: Socket
  private readonly mostBytes: number
  private chunks: Array<Buffer> = []
  private bytes = 0

  /** Reads messages up to a size from a socket. Calls `broken` on an invalid message or a closed socket. */
  constructor(socket: Socket, mostBytes: number, received: (message: unknown) => void, broken: () => void) {
    this.socket = socket
    this.mostBytes = mostBytes
    // A failing socket is closed afterwards.
    socket.on("close", broken).on("error", () => {})
    socket.on("data", (chunk: Buffer) => {
      this.chunks.push(chunk)
      this.bytes += chunk.length
      try {
        for (let message = this.next(); message !== undefined; message = this.next()) received(message.value)
      } catch {
        socket.removeAllListeners("data").destroy()
      }
    })
  }

  send(message: unknown): void {
    const bytes = serialize(message)
    const length = Buffer.alloc(headBytes)
    length.writeUInt32LE(bytes.length)
    this.socket.cork()
    this.socket.write(length)
    this.socket.write(bytes)
    this.socket.uncork()
  }

  /** Returns the next complete message. */
  private next(): { readonly value: unknown } | undefined {
    if (this.bytes < headBytes) return undefined
    const head = this.head(headBytes)
    const end = headBytes + head.readUInt32LE(0)
    if (end > this.mostBytes) throw new Error("A message is longer than the limit.")
    if (this.bytes < end) return undefined
    const whole = this.head(end)
    this.chunks = whole.length > end ? [whole.subarray(end)] : []
    this.bytes -= end
    return { value: deserialize(whole.subarray(headBytes, end)) }
  }

  /** Returns the start of the received bytes as one chunk of at least this length. */
  private head(bytes: number): Buffer {
    const [first = Buffer.alloc(0)] = this.chunks
    if (first.length >= bytes) return first
    const whole = Buffer.concat(this.chunks)
    this.chunks = [whole]
    return whole
  }
}

const headBytes = 4
