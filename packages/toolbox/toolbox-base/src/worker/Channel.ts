import type { Socket } from "node:net"
import { deserialize, serialize } from "node:v8"

/**
 * The way of messages between the gate and a worker: each message as its length in four bytes, and as the structured clone algorithm
 * copies it. Node's own channel throws where nobody can catch it when what arrives is no message, and would end the gate with a worker
 * that was taken over.
 */
export class Channel {
  private readonly socket: Socket
  private readonly mostBytes: number
  private chunks: Array<Buffer> = []
  private bytes = 0

  /**
   * Reads messages of at most so many bytes from a socket. `broken` is called when something arrives that is none, and when the socket is
   * closed.
   */
  constructor(socket: Socket, mostBytes: number, received: (message: unknown) => void, broken: () => void) {
    this.socket = socket
    this.mostBytes = mostBytes
    // A socket that fails is closed.
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

  /** Returns the next message that has arrived whole. */
  private next(): { readonly value: unknown } | undefined {
    if (this.bytes < headBytes) return undefined
    const head = this.head(headBytes)
    const end = headBytes + head.readUInt32LE(0)
    if (end > this.mostBytes) throw new Error("A message is longer than any that is sent.")
    if (this.bytes < end) return undefined
    const whole = this.head(end)
    this.chunks = whole.length > end ? [whole.subarray(end)] : []
    this.bytes -= end
    return { value: deserialize(whole.subarray(headBytes, end)) }
  }

  /** Returns a chunk that begins what has arrived, and has at least so many bytes. */
  private head(bytes: number): Buffer {
    const [first = Buffer.alloc(0)] = this.chunks
    if (first.length >= bytes) return first
    const whole = Buffer.concat(this.chunks)
    this.chunks = [whole]
    return whole
  }
}

const headBytes = 4
