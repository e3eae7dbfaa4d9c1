import type { Duplex } from "node:stream"
import {
  BadFrame,
  encodeFrame,
  FrameDecoder,
  type RunnerMessage,
  readRunnerMessage,
  type SupervisorMessage
} from "@toolgate/runner-protocol"

/** What a channel tells whoever holds it. */
export interface ChannelEvents {
  /** `bytes`: what it took on the wire. Throws `BadFrame` where it cannot be followed. */
  received(message: RunnerMessage, bytes: number, frame: number): void
  /** Whether there is room for more messages; asked again after `resume`. */
  hasRoom(): boolean
  /** What came is no frame; nothing more is read. */
  broke(problem: BadFrame): void
  /** The runner has closed its side. `within`: the frame that it did not finish, counted from 1. */
  closed(within: number | undefined): void
  /** Neither side is open any more: nothing that is sent arrives. */
  gone(): void
}

/** Messages over a channel of bytes, both ways, held to what the runner reads and the supervisor can take. */
export class RunnerChannel {
  private readonly stream: Duplex
  private readonly events: ChannelEvents
  private readonly unreadBytes: number
  private readonly decoder = new FrameDecoder()
  private lines = ""
  private isWriting = false
  private isReading = true
  private came = 0

  /** `unreadBytes`: how much the runner may leave unread before it is read no further. */
  constructor(stream: Duplex, unreadBytes: number, events: ChannelEvents) {
    this.stream = stream
    this.unreadBytes = unreadBytes
    this.events = events
    stream.on("data", (bytes: Buffer) => this.take(bytes))
    stream.on("end", () => this.close())
    stream.on("drain", () => this.resume())
    stream.on("close", () => events.gone())
  }

  /** True while the runner leaves more unread than it may. */
  get isBehind(): boolean {
    return this.stream.writableLength + this.lines.length > this.unreadBytes
  }

  /** Everything that is sent in one turn goes in one write. */
  send(message: SupervisorMessage): void {
    this.lines += encodeFrame(message)
    if (this.isWriting) return
    this.isWriting = true
    process.nextTick(() => this.flush())
  }

  /** Reads on, if there is room. */
  resume(): void {
    if (!this.isReading || this.isBehind || !this.events.hasRoom()) return
    this.stream.resume()
  }

  /** Reads no more; what was sent is still written. */
  stopReading(): void {
    if (!this.isReading) return
    this.isReading = false
    // What still comes is nobody's: left unread it would keep a runner waiting that is to end.
    this.stream.removeAllListeners("data")
    this.stream.resume()
  }

  /** Nothing more is sent. */
  end(): void {
    this.flush()
    this.stream.end()
  }

  private flush(): void {
    const { lines } = this
    this.isWriting = false
    this.lines = ""
    if (lines !== "" && this.stream.writable) this.stream.write(lines)
  }

  private take(bytes: Buffer): void {
    this.came += bytes.length
    try {
      for (const frame of this.decoder.push(bytes)) {
        const { came } = this
        this.came = 0
        this.events.received(readRunnerMessage(frame, this.decoder.frames), came, this.decoder.frames)
        if (!this.isReading) return
      }
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error
      this.stopReading()
      this.events.broke(error)
    }
    if (this.isReading && (this.isBehind || !this.events.hasRoom())) this.stream.pause()
  }

  private close(): void {
    if (!this.isReading) return
    this.isReading = false
    this.events.closed(this.decoder.isEmpty ? undefined : this.decoder.frames + 1)
  }
}
