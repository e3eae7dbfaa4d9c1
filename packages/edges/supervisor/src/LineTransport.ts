import type { Duplex } from "node:stream"
import { defaultFrameBounds, FrameDecoder } from "@toolgate/runner/protocol"
import type { RunnerTransport, TransportEvents } from "./RunnerTransport.ts"

/** A transport over a stream of bytes, where each frame is a line. */
export class LineTransport implements RunnerTransport {
  private readonly stream: Duplex
  private readonly events: TransportEvents
  private readonly decoder: FrameDecoder
  private lines = ""
  private isWriting = false

  constructor(stream: Duplex, events: TransportEvents) {
    this.stream = stream
    this.events = events
    this.decoder = new FrameDecoder(defaultFrameBounds, (text) => events.parse(text))
    stream.on("data", (bytes: Buffer) => events.came(bytes.length, this.decoder.push(bytes)))
    stream.on("end", () => events.ended(!this.decoder.isEmpty))
    stream.on("drain", () => events.drained())
    stream.on("close", () => events.gone())
  }

  get frames(): number {
    return this.decoder.frames
  }

  get unread(): number {
    return this.stream.writableLength + this.lines.length
  }

  get isPaused(): boolean {
    return this.stream.isPaused()
  }

  /** Sends a frame. All frames of one turn are sent in one write. */
  send(line: string): void {
    this.lines += line
    if (this.isWriting) return
    this.isWriting = true
    process.nextTick(() => this.flush())
  }

  pause(): void {
    this.stream.pause()
  }

  resume(): void {
    this.stream.resume()
  }

  discard(): void {
    this.stream.removeAllListeners("data")
    this.stream.resume()
  }

  end(): void {
    this.flush()
    this.stream.end()
  }

  destroy(): void {
    this.stream.destroy()
  }

  private flush(): void {
    const { lines } = this
    this.isWriting = false
    this.lines = ""
    // A complete write causes no "drain" event later.
    if (lines !== "" && this.stream.writable && this.stream.write(lines)) this.events.drained()
  }
}
