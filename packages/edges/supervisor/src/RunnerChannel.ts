import type { QueueShare } from "@toolgate/core"
import { findDuplicateMember, parseJson } from "@toolgate/core/json"
import { waitUntilDrained } from "@toolgate/processes"
import {
  BadFrame,
  encodeFrame,
  type RefusedRequest,
  type RunnerMessage,
  readRunnerMessage,
  type SupervisorMessage
} from "@toolgate/runner/protocol"
import type { ReadingQueue, ReadingShare } from "./ReadingQueue.ts"
import type { OpenTransport, RunnerTransport, TransportEvents } from "./RunnerTransport.ts"

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

/** A two-way message channel over a transport. It slows down to the speed of the runner and of the supervisor. */
export class RunnerChannel implements TransportEvents {
  private readonly transport: RunnerTransport
  private readonly events: ChannelEvents
  private readonly unreadBytes: number
  private readonly turn: ReadingShare
  /** The problem with the last frame, if it has a duplicate member. */
  private twice: string | undefined
  private isReading = true
  /** Bytes since the last message, and bytes in all. */
  private bytes = 0
  private total = 0
  private isOver = false
  private readonly allRead = Promise.withResolvers<void>()
  /** The frames that have come and were not taken yet. */
  private frames: Iterator<Record<string, unknown>, void> | undefined = undefined
  /** A call without room. */
  private held: RunnerMessage | RefusedRequest | undefined = undefined

  /** `unreadBytes`: the most bytes that the runner may leave unread before it is no longer read. */
  constructor(open: OpenTransport, unreadBytes: number, turns: ReadingQueue, share: QueueShare, events: ChannelEvents) {
    this.unreadBytes = unreadBytes
    this.turn = turns.join(share, () => this.resume())
    this.events = events
    this.transport = open(this)
  }

  /** Whether the runner leaves too much unread. */
  get isBehind(): boolean {
    return !this.isOver && this.transport.unread > this.unreadBytes
  }

  send(message: SupervisorMessage): void {
    const began = this.turn.now()
    this.transport.send(encodeFrame(message))
    this.turn.spend(began)
  }

  /** Takes waiting messages and reads on, up to the limits. */
  resume(): void {
    if (!this.isReading) return
    this.takeFrames()
    if (this.isReading && !this.isStuck && this.transport.isPaused) this.transport.resume()
  }

  /** Stops reading. Earlier messages are still sent. */
  stopReading(): void {
    if (!this.isReading) return
    this.isReading = false
    this.transport.discard()
  }

  /** Closes the sending side. `code`: the reason, for a transport that can report one. */
  end(code?: number): void {
    this.transport.end(code)
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
    this.transport.destroy()
  }

  // Called by the transport.

  parse(text: string): unknown {
    const value = parseJson(text)
    this.twice = findDuplicateMember(value, text)?.message
    return value
  }

  came(bytes: number, frames: Iterator<Record<string, unknown>, void>): void {
    this.bytes += bytes
    this.total += bytes
    this.frames ??= frames
    this.takeFrames()
    if (this.isReading && this.isStuck) this.transport.pause()
  }

  drained(): void {
    this.resume()
  }

  ended(isWithin: boolean): void {
    this.allRead.resolve()
    if (!this.isReading) return
    this.isReading = false
    this.events.closed(isWithin ? this.transport.frames + 1 : undefined)
  }

  gone(): void {
    this.allRead.resolve()
    this.events.gone()
  }

  private get isStuck(): boolean {
    return this.frames !== undefined || this.isBehind
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
        const { bytes } = this
        this.bytes = 0
        this.events.received(message, bytes, this.transport.frames)
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
    if (next?.done === false) return readRunnerMessage(next.value, this.transport.frames, this.twice)
    this.frames = undefined
    return undefined
  }
}

/** Milliseconds to wait for the last messages of a runner that is gone. */
const lastWordsMs = 200
