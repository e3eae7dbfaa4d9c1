import type { Duplex } from "node:stream"
import type { QueueShare } from "@toolgate/core"
import { findDuplicateMember, parseJson } from "@toolgate/core/json"
import { waitUntilDrained } from "@toolgate/processes"
import {
  BadFrame,
  defaultFrameBounds,
  encodeFrame,
  FrameDecoder,
  type RefusedRequest,
  type RunnerMessage,
  readRunnerMessage,
  type SupervisorMessage
} from "@toolgate/runner/protocol"
import type { ReadingQueue, ReadingShare } from "./ReadingQueue.ts"

/** Receives the events of a channel. */
export interface ChannelEvents {
  /** Called with each message. `bytes`: its size on the wire. Throws `BadFrame` if the message cannot be followed. */
  received(message: RunnerMessage | RefusedRequest, bytes: number, frame: number): void
  /**
   * Whether there is room for another call. Asked again after `resume`. Other messages need no room, and may end calls.
   */
  hasRoom(): boolean
  /** Called for an invalid frame. Nothing more is read. */
  broke(problem: BadFrame): void
  /** Called when the runner has closed its side. `within`: the number of an unfinished frame, starting at 1. */
  closed(within: number | undefined): void
  /** Called when both sides are closed. Nothing can be sent. */
  gone(): void
}

/** A two-way message channel over bytes. It slows down to the speed of the runner and of the supervisor. */
export class RunnerChannel {
  private readonly stream: Duplex
  private readonly events: ChannelEvents
  private readonly unreadBytes: number
  private readonly turn: ReadingShare
  private readonly decoder = new FrameDecoder(defaultFrameBounds, (text) => this.parse(text))
  /** The problem with the last frame, if it has a duplicate member. */
  private twice: string | undefined
  private lines = ""
  private isWriting = false
  private isReading = true
  private came = 0
  private total = 0
  private isOver = false
  private readonly allRead = Promise.withResolvers<void>()
  /** The unread frames of the last bytes. */
  private frames: Iterator<Record<string, unknown>, void> | undefined = undefined
  /** A call without room. */
  private held: RunnerMessage | RefusedRequest | undefined = undefined

  /** `unreadBytes`: the most bytes that the runner may leave unread before it is no longer read. */
  constructor(stream: Duplex, unreadBytes: number, turns: ReadingQueue, share: QueueShare, events: ChannelEvents) {
    this.stream = stream
    this.unreadBytes = unreadBytes
    this.turn = turns.join(share, () => this.resume())
    this.events = events
    stream.on("data", (bytes: Buffer) => this.take(bytes))
    stream.on("end", () => this.ended())
    stream.on("drain", () => this.resume())
    stream.on("close", () => {
      this.allRead.resolve()
      events.gone()
    })
  }

  /** Whether the runner leaves too much unread. */
  get isBehind(): boolean {
    return !this.isOver && this.stream.writableLength + this.lines.length > this.unreadBytes
  }

  /** Sends a message. All messages of one turn are sent in one write. */
  send(message: SupervisorMessage): void {
    const began = this.turn.now()
    this.lines += encodeFrame(message)
    this.turn.spend(began)
    if (this.isWriting) return
    this.isWriting = true
    process.nextTick(() => this.flush())
  }

  /** Takes waiting messages and reads on, up to the limits. */
  resume(): void {
    if (!this.isReading) return
    this.takeFrames()
    if (this.isReading && !this.isStuck && this.stream.isPaused()) this.stream.resume()
  }

  /** Stops reading. Earlier messages are still sent. */
  stopReading(): void {
    if (!this.isReading) return
    this.isReading = false
    // Further bytes are discarded. Unread, they would block a runner that should end.
    this.stream.removeAllListeners("data")
    this.stream.resume()
  }

  /** Closes the sending side. */
  end(): void {
    this.flush()
    this.stream.end()
  }

  /**
   * Marks the runner as gone. Settles when its last messages are read, or after a short time, because another program
   * may have its end of the channel open.
   */
  async over(): Promise<void> {
    this.isOver = true
    this.resume()
    if (!this.isReading) return
    const patience = setTimeout(() => waitUntilDrained(() => this.total).then(this.allRead.resolve), lastWordsMs)
    await this.allRead.promise
    clearTimeout(patience)
  }

  /**
   * Closes the channel of a runner that is gone, without further reading or writing. Another program may have the other
   * end open.
   */
  close(): void {
    this.isReading = false
    this.turn.leave()
    this.stream.destroy()
  }

  private flush(): void {
    const { lines } = this
    this.isWriting = false
    this.lines = ""
    // A complete write causes no "drain" event later.
    if (lines !== "" && this.stream.writable && this.stream.write(lines)) this.resume()
  }

  private get isStuck(): boolean {
    return this.frames !== undefined || this.isBehind
  }

  private take(bytes: Buffer): void {
    this.came += bytes.length
    this.total += bytes.length
    this.frames = this.decoder.push(bytes)
    this.takeFrames()
    if (this.isReading && this.isStuck) this.stream.pause()
  }

  /** Takes messages one by one while there is room. One chunk may contain more calls than the limit. */
  private takeFrames(): void {
    let began = this.turn.now()
    try {
      while (this.isReading && !this.isBehind && (this.isOver || this.turn.isDue())) {
        const message = this.held ?? this.nextMessage()
        if (message === undefined) return
        const isCall = message.op === "tool_call" || message.op === "refused"
        this.held = isCall && !this.events.hasRoom() ? message : undefined
        if (this.held !== undefined) return
        const { came } = this
        this.came = 0
        this.events.received(message, came, this.decoder.frames)
        began = this.turn.spend(began)
      }
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error
      this.stopReading()
      this.events.broke(error)
    } finally {
      this.turn.spend(began)
    }
  }

  private nextMessage(): RunnerMessage | RefusedRequest | undefined {
    const next = this.frames?.next()
    if (next?.done === false) return readRunnerMessage(next.value, this.decoder.frames, this.twice)
    this.frames = undefined
    return undefined
  }

  private parse(text: string): unknown {
    const value = parseJson(text)
    this.twice = findDuplicateMember(value, text)?.message
    return value
  }

  private ended(): void {
    this.allRead.resolve()
    if (!this.isReading) return
    this.isReading = false
    this.events.closed(this.decoder.isEmpty ? undefined : this.decoder.frames + 1)
  }
}

/** Milliseconds to wait for the last messages of a runner that is gone. */
const lastWordsMs = 200
