import type { Socket } from "node:net"
import { Disconnected } from "./Disconnected.ts"
import { BadFrame, encodeFrame, type FrameBounds, FrameDecoder } from "./frames.ts"
import type { RunnerMessage, SupervisorMessage } from "./protocol.ts"

/** A listener to a channel. */
interface ChannelListener {
  /** Called with a message, which may be a message of a newer supervisor that this version does not know. */
  readonly message: (message: SupervisorMessage) => void
  /** Called when there is room for more, after `isFull`. */
  readonly drained: () => void
  /** Called once, when nothing more comes. */
  readonly ended: (why: Disconnected) => void
}

/**
 * The channel of messages to and from the supervisor. An idle channel does not keep the program alive: a program that
 * waits for no message ends by itself.
 */
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

  /** Begins to read. A later listener replaces the listener before it, from the next message on. */
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

  /** The reason why nothing can be sent any more. */
  get disconnected(): Disconnected | undefined {
    return this.end
  }

  /** Keeps the program from ending by itself until `release` is called. */
  hold() {
    this.holders += 1
    if (this.holders === 1 && this.end === undefined) this.readable.ref?.()
  }

  /** Takes back one `hold`. */
  release() {
    this.holders -= 1
    if (this.holders === 0) this.readable.unref?.()
  }

  /**
   * Whether the supervisor reads more slowly than this side writes. More messages should then wait until the channel is
   * drained.
   */
  get isFull(): boolean {
    return this.writable.writableNeedDrain || this.lines.length > writeLength
  }

  /**
   * Sends a message, or the line of a message. The messages of one turn go out in one write, which is most of the
   * speed.
   */
  send(message: RunnerMessage | string) {
    if (this.end !== undefined) return
    if (this.lines === "") setImmediate(() => this.flush())
    this.lines += typeof message === "string" ? message : encodeFrame(message)
  }

  /** Ends the channel from this side. Messages that were sent before still go out. */
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
        // The supervisor is trusted to send valid messages. A frame that is no message ends the channel nevertheless.
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

/**
 * The bounds on the supervisor's frames. The supervisor bounds the output of its tools and is trusted with that. A
 * frame that is longer than a JavaScript string could not be read.
 */
const whatItSends: FrameBounds = {
  frameBytes: 2 ** 29 - 25,
  depth: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  names: Number.POSITIVE_INFINITY
}

/** The number of characters that are written together, about. */
const writeLength = 64 * 1024

const closed = "the supervisor closed it"
