import type { Socket } from "node:net"
import { Disconnected } from "./Disconnected.ts"
import { BadFrame, encodeFrame, type FrameBounds, FrameDecoder } from "./frames.ts"
import type { RunnerMessage, SupervisorMessage } from "./protocol.ts"

interface ChannelListener {
  /** Called with each message. A newer supervisor may send messages that this version does not know. */
  readonly message: (message: SupervisorMessage) => void
  /** Called when there is room again after `isFull`. */
  readonly drained: () => void
  /** Called once, after the last message. */
  readonly ended: (why: Disconnected) => void
}

/** The message channel to the supervisor. An idle channel does not keep the program alive. */
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

  /** Starts to read. A later listener replaces an earlier one from the next message on. */
  listen(listener: ChannelListener) {
    const isFirst = this.listener === undefined
    this.listener = listener
    if (!isFirst) return
    this.readable.on("data", (bytes: Buffer) => this.receive(bytes))
    this.readable.on("end", () =>
      this.endWith(new Disconnected(this.decoder.isEmpty ? closed : "it closed in the middle of a message"))
    )
    for (const stream of new Set([this.readable, this.writable])) {
      stream.on("error", (cause) => this.endWith(new Disconnected("it is broken", { cause })))
      stream.on("close", () => this.endWith(new Disconnected(closed)))
    }
    this.writable.on("drain", () => this.listener?.drained())
    if (this.holders === 0) this.readable.unref?.()
  }

  /** The reason why the channel can no longer send. */
  get disconnected(): Disconnected | undefined {
    return this.end
  }

  /** Keeps the program alive until `release` is called. */
  hold() {
    this.holders += 1
    if (this.holders === 1 && this.end === undefined) this.readable.ref?.()
  }

  /** Cancels one `hold`. */
  release() {
    this.holders -= 1
    if (this.holders === 0) this.readable.unref?.()
  }

  /** Whether the supervisor reads too slowly. Messages should then wait for `drained`. */
  get isFull(): boolean {
    return this.writable.writableNeedDrain || this.lines.length > writeLength
  }

  /**
   * Sends a message, or an encoded message. The messages of one turn of the event loop are sent in one write, which
   * accounts for most of the speed.
   */
  send(message: RunnerMessage | string) {
    if (this.end !== undefined) return
    if (this.lines === "") setImmediate(() => this.flush())
    this.lines += typeof message === "string" ? message : encodeFrame(message)
  }

  /** Closes the channel from this side. Earlier messages are still sent. */
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
        // The supervisor is trusted to send valid messages. An invalid frame still closes the channel.
        if (this.end === undefined) this.listener?.message(frame as unknown as SupervisorMessage)
      }
    } catch (cause) {
      const what = cause instanceof BadFrame ? cause.message : `frame ${this.decoder.frames} is invalid`
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
 * Limits on the supervisor's frames. The supervisor is trusted to limit its tools' output. A frame longer than the
 * longest JavaScript string could not be read.
 */
const whatItSends: FrameBounds = {
  frameBytes: 2 ** 29 - 25,
  depth: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  names: Number.POSITIVE_INFINITY
}

/** Characters to combine in one write, approximately. */
const writeLength = 64 * 1024

const closed = "the supervisor closed it"
