import type { Socket } from "node:net"
import { Disconnected } from "./Disconnected.ts"
import { FrameDecoder } from "./frames.ts"
import { type SupervisorTransport, supervisorBounds, type TransportEvents, writeLength } from "./SupervisorTransport.ts"

/** A transport over a socket or two pipes, where each frame is a line. While idle, it does not keep the program alive. */
export class LineTransport implements SupervisorTransport {
  private readonly readable: Socket
  private readonly writable: Socket
  private readonly decoder = new FrameDecoder(supervisorBounds)
  private events: TransportEvents | undefined
  private lines = ""

  constructor(readable: Socket, writable: Socket) {
    this.readable = readable
    this.writable = writable
  }

  listen(events: TransportEvents) {
    this.events = events
    this.readable.on("data", (bytes: Buffer) => this.receive(bytes))
    this.readable.on("end", () =>
      events.ended(new Disconnected(this.decoder.isEmpty ? closed : "it closed in the middle of a message"))
    )
    for (const stream of new Set([this.readable, this.writable])) {
      stream.on("error", (cause) => events.ended(new Disconnected("it is broken", { cause })))
      stream.on("close", () => events.ended(new Disconnected(closed)))
    }
    this.writable.on("drain", events.drained)
  }

  get isFull(): boolean {
    return this.writable.writableNeedDrain || this.lines.length > writeLength
  }

  /** Sends a frame. The frames of one turn of the event loop are sent in one write, which accounts for most of the speed. */
  send(line: string) {
    if (this.lines === "") setImmediate(() => this.flush())
    this.lines += line
  }

  close() {
    this.flush()
    this.writable.end(() => this.readable.destroy())
  }

  ref() {
    this.readable.ref?.()
  }

  unref() {
    this.readable.unref?.()
  }

  private flush() {
    const { lines } = this
    this.lines = ""
    if (lines === "" || !this.writable.writable) return
    if (this.writable.write(lines)) this.events?.drained()
  }

  private receive(bytes: Buffer) {
    try {
      for (const frame of this.decoder.push(bytes)) this.events?.frame(frame)
    } catch (cause) {
      this.events?.broke(cause, this.decoder.frames)
    }
  }
}

const closed = "the supervisor closed it"
