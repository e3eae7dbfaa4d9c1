import type { Duplex } from "node:stream"
import type { QueueShare } from "@toolgate/core"
import { findDuplicateMember, parseJson } from "@toolgate/core/json"
import { untilDry } from "@toolgate/processes"
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
import type { FairTurns, RunnerTurn } from "./FairTurns.ts"

/** The owner of a channel, which is called with what happens on it. */
export interface ChannelEvents {
  /** Called with each message. `bytes`: its size on the wire. Throws `BadFrame` if the message cannot be followed. */
  received(message: RunnerMessage | RefusedRequest, bytes: number, frame: number): void
  /**
   * Whether there is room for another call. The question is asked again after `resume`. Other messages need no room,
   * and end calls.
   */
  hasRoom(): boolean
  /** Called when something came that is no frame. Nothing more is read. */
  broke(problem: BadFrame): void
  /**
   * Called when the runner has closed its side. `within`: the number of the frame that it did not finish, counted from
   * 1.
   */
  closed(within: number | undefined): void
  /** Called when neither side is open any more. Nothing that is sent arrives. */
  gone(): void
}

/**
 * A channel of messages over bytes, in both directions. It goes no faster than the runner reads and the supervisor can
 * take.
 */
export class RunnerChannel {
  private readonly stream: Duplex
  private readonly events: ChannelEvents
  private readonly unreadBytes: number
  private readonly turn: RunnerTurn
  private readonly decoder = new FrameDecoder(defaultFrameBounds, (text) => this.parse(text))
  /** The fault of the frame that was parsed last, if it gives a member twice. */
  private twice: string | undefined
  private lines = ""
  private isWriting = false
  private isReading = true
  private came = 0
  private total = 0
  private isOver = false
  private readonly allRead = Promise.withResolvers<void>()
  /** The part of the last bytes that was not taken yet. */
  private frames: Iterator<Record<string, unknown>, void> | undefined = undefined
  /** A call that there is no room for. */
  private held: RunnerMessage | RefusedRequest | undefined = undefined

  /** `unreadBytes`: the bytes that the runner may leave unread before it is read no further. */
  constructor(stream: Duplex, unreadBytes: number, turns: FairTurns, share: QueueShare, events: ChannelEvents) {
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

  /** Whether the runner leaves more unread than it may. */
  get isBehind(): boolean {
    return !this.isOver && this.stream.writableLength + this.lines.length > this.unreadBytes
  }

  /** Sends a message. All messages of one turn go out in one write. */
  send(message: SupervisorMessage): void {
    const began = this.turn.now()
    this.lines += encodeFrame(message)
    this.turn.spend(began)
    if (this.isWriting) return
    this.isWriting = true
    process.nextTick(() => this.flush())
  }

  /** Takes the messages that wait, and reads on, as far as there is room. */
  resume(): void {
    if (!this.isReading) return
    this.takeFrames()
    if (this.isReading && !this.isStuck && this.stream.isPaused()) this.stream.resume()
  }

  /** Stops reading. Messages that were sent are still written. */
  stopReading(): void {
    if (!this.isReading) return
    this.isReading = false
    // Further bytes are for nobody. Unread, they would hold up a runner that should end.
    this.stream.removeAllListeners("data")
    this.stream.resume()
  }

  /** Ends the sending side. */
  end(): void {
    this.flush()
    this.stream.end()
  }

  /**
   * Marks the runner as gone. Settles when its last messages have been read, or after a short time, because another
   * program may hold its end of the channel.
   */
  async over(): Promise<void> {
    this.isOver = true
    this.resume()
    if (!this.isReading) return
    const patience = setTimeout(() => untilDry(() => this.total).then(this.allRead.resolve), lastWordsMs)
    await this.allRead.promise
    clearTimeout(patience)
  }

  /**
   * Closes the channel, whose runner is gone. Another program may hold the other end. It is neither read nor written
   * to.
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
    // Data that is written at once causes no "drain" later.
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

  /**
   * Takes messages one after the other, as long as there is room. One piece of data may hold more calls than may be
   * held.
   */
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

/** The time for which the last messages of a runner that is gone are waited for, in milliseconds. */
const lastWordsMs = 200
