import type { Socket } from "node:net"
import type { RunnerMessage, SupervisorMessage } from "@toolgate/runner-protocol"
import { BadFrame, encodeFrame, type FrameBounds, FrameDecoder } from "@toolgate/runner-protocol/frames"
import { Disconnected } from "./Disconnected.ts"

/** Who hears what comes. */
interface ChannelListener {
  /** A message, or one of a newer supervisor's that this version does not know. */
  readonly message: (message: SupervisorMessage) => void
  /** There is room for more, after `isFull`. */
  readonly drained: () => void
  /** Nothing comes any more. Called once. */
  readonly ended: (why: Disconnected) => void
}

/** Messages to and from the supervisor. A program that waits for none of them ends by itself: an idle channel does not hold it. */
export class SupervisorChannel {
  private readonly readable: Socket
  private readonly writable: Socket
  private readonly decoder = new FrameDecoder(whatItSends)
  private listener: ChannelListener | undefined
  private holders = 0
  private end: Disconnected | undefined
  private lines = ""

  constructor(readable: Socket, writable: Socket) {
    this.readable = readable
    this.writable = writable
  }

  /** Begins to read. A later listener takes the place of the one before, from the next message on. */
  listen(listener: ChannelListener) {
    const isFirst = this.listener === undefined
    this.listener = listener
    if (!isFirst) return
    this.readable.on("data", (bytes: Buffer) => this.receive(bytes))
    this.readable.on("end", () =>
      this.endWith(new Disconnected(this.decoder.isEmpty ? closed : "it closed within a message"))
    )
    for (const stream of new Set([this.readable, this.writable])) {
      stream.on("error", (cause) => this.endWith(new Disconnected("it is broken", { cause })))
      stream.on("close", () => this.endWith(new Disconnected(closed)))
    }
    this.writable.on("drain", () => this.listener?.drained())
    if (this.holders === 0) this.readable.unref?.()
  }

  /** Why nothing can be sent any more. */
  get disconnected(): Disconnected | undefined {
    return this.end
  }

  /** While anybody holds it, the program does not end by itself. */
  hold() {
    this.holders += 1
    if (this.holders === 1 && this.end === undefined) this.readable.ref?.()
  }

  /** Each `hold` is let go once. */
  release() {
    this.holders -= 1
    if (this.holders === 0) this.readable.unref?.()
  }

  /** True while the supervisor reads more slowly than this side writes: more is to wait until it is drained. */
  get isFull(): boolean {
    return this.writable.writableNeedDrain || this.lines.length > writeLength
  }

  /** A message, or the line of one. What is sent in one turn goes in one write, which is most of the speed. */
  send(message: RunnerMessage | string) {
    if (this.end !== undefined) return
    if (this.lines === "") setImmediate(() => this.flush())
    this.lines += typeof message === "string" ? message : encodeFrame(message)
  }

  /** Ends it from this side. What was sent before still goes out. */
  close(why: Disconnected = new Disconnected("this program closed it")) {
    this.flush()
    this.endWith(why)
    this.writable.end(() => this.readable.destroy())
  }

  private flush() {
    const { lines } = this
    this.lines = ""
    if (lines === "" || this.end !== undefined) return
    if (this.writable.write(lines)) this.listener?.drained()
  }

  private receive(bytes: Buffer) {
    try {
      for (const frame of this.decoder.push(bytes)) {
        // The supervisor is trusted to send what it says it sends; a message that is none ends the channel all the same.
        if (this.end === undefined) this.listener?.message(frame as unknown as SupervisorMessage)
      }
    } catch (cause) {
      const what = cause instanceof BadFrame ? cause.message : `frame ${this.decoder.frames} is none of this protocol`
      this.close(new Disconnected(`the supervisor's ${what}`, { cause }))
    }
  }

  private endWith(why: Disconnected) {
    if (this.end !== undefined) return
    this.end = why
    this.readable.unref?.()
    this.listener?.ended(why)
  }
}

/** A supervisor bounds what its tools answer, and is believed: what is longer than a text can be could not be read, though. */
const whatItSends: FrameBounds = {
  frameBytes: 2 ** 29 - 25,
  depth: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  names: Number.POSITIVE_INFINITY
}

/** Characters that are written at once, about. */
const writeLength = 64 * 1024

const closed = "the supervisor closed it"
