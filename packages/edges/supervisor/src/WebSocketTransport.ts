import type { Socket } from "node:net"
import { defaultFrameBounds, FrameReader } from "@toolgate/runner/protocol"
import { closeCodes, type RunnerTransport, type TransportEvents } from "./RunnerTransport.ts"

/** The part of an open WebSocket of the package `ws` that a transport uses. */
export interface MessageSocket {
  readonly bufferedAmount: number
  readonly isPaused: boolean
  on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): unknown
  on(event: "ping", listener: (data: Buffer) => void): unknown
  on(event: "close", listener: () => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
  send(text: string, written: () => void): void
  ping(): void
  pong(data: Buffer, mask: boolean, written: () => void): void
  pause(): void
  resume(): void
  close(code: number): void
  terminate(): void
}

/** A message that has come and was not read yet: its text, or why it is no frame. */
type Arrived = { readonly text: string } | { readonly problem: string }

/**
 * A transport over a WebSocket, where each frame is a text message. The socket must limit messages to
 * `defaultFrameBounds.frameBytes`, answer no ping by itself, and use no compression.
 */
export class WebSocketTransport implements RunnerTransport {
  private readonly socket: MessageSocket
  private readonly connection: Socket
  private readonly events: TransportEvents
  private readonly reader: FrameReader
  private readonly beat: ReturnType<typeof setInterval>
  /** Messages that came in one piece with earlier ones, for which there was no room. */
  private readonly arrived: Array<Arrived> = []
  private isDiscarding = false
  private code: number | undefined = undefined
  private written = 0
  private progress = -1
  private unanswered: Buffer | undefined = undefined
  private isAnswering = false

  /**
   * `connection`: the connection beneath the socket. `heartbeatMs`: the time after which a silent client is asked for a
   * sign of life, and again until it is cut.
   */
  constructor(socket: MessageSocket, connection: Socket, heartbeatMs: number, events: TransportEvents) {
    this.socket = socket
    this.connection = connection
    this.events = events
    this.reader = new FrameReader(defaultFrameBounds, (text) => events.parse(text))
    this.beat = setInterval(() => this.look(), heartbeatMs)
    socket.on("message", (data, isBinary) => {
      if (isBinary) this.code ??= closeCodes.unsupported
      this.take(data.length, isBinary ? { problem: "is binary; a frame is a text message" } : { text: `${data}` })
    })
    socket.on("error", (error) => this.take(0, { problem: problemOf(error) }))
    socket.on("ping", (data) => this.answer(data))
    socket.on("close", () => {
      clearInterval(this.beat)
      events.gone()
    })
  }

  get frames(): number {
    return this.reader.frames
  }

  get unread(): number {
    return this.socket.bufferedAmount
  }

  get isPaused(): boolean {
    return this.socket.isPaused
  }

  send(line: string): void {
    // Without its line end.
    this.socket.send(line.slice(0, -1), () => {
      this.written++
      this.events.drained()
    })
  }

  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    this.socket.resume()
  }

  discard(): void {
    this.isDiscarding = true
    this.arrived.length = 0
    this.socket.resume()
  }

  end(code: number = closeCodes.done): void {
    this.socket.close(this.code ?? code)
  }

  destroy(): void {
    this.socket.terminate()
  }

  private take(bytes: number, message: Arrived): void {
    if (this.isDiscarding) return
    this.arrived.push(message)
    this.events.came(bytes, this.read())
  }

  private *read(): Generator<Record<string, unknown>, void, undefined> {
    for (let next = this.arrived.shift(); next !== undefined; next = this.arrived.shift()) {
      const frame = "problem" in next ? this.reader.refuse(next.problem) : this.reader.read(next.text)
      if (frame !== undefined) yield frame
    }
  }

  /** Answers the latest ping when the answer to an earlier one was written, so that no answers pile up. */
  private answer(data?: Buffer): void {
    this.unanswered = data ?? this.unanswered
    if (this.isAnswering || this.unanswered === undefined) return
    const answered = this.unanswered
    this.unanswered = undefined
    this.isAnswering = true
    this.socket.pong(answered, false, () => {
      this.isAnswering = false
      this.answer()
    })
  }

  /** Cuts a client from which nothing came and that read nothing since the last look. */
  private look(): void {
    const progress = this.connection.bytesRead + this.written
    // Nothing is read while the gate has no room, which is no fault of the client.
    const isSilent = progress === this.progress && !(this.isPaused && this.unread === 0)
    this.progress = progress
    if (isSilent) this.socket.terminate()
    else this.socket.ping()
  }
}

const problemOf = (error: Error): string => {
  const code = (error as { readonly code?: string }).code
  if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") return `is longer than ${defaultFrameBounds.frameBytes} bytes`
  return code === "WS_ERR_INVALID_UTF8" ? "is not UTF-8" : "is not a message of a WebSocket"
}
