import type { Duplex } from "node:stream"
import { untilDry } from "@toolgate/processes"
import {
  BadFrame,
  encodeFrame,
  FrameDecoder,
  type RefusedRequest,
  type RunnerMessage,
  readRunnerMessage,
  type SupervisorMessage
} from "@toolgate/runner-protocol"
import type { FairTurns, RunnerTurn } from "./FairTurns.ts"

/** What a channel tells whoever holds it. */
export interface ChannelEvents {
  /** `bytes`: what it took on the wire. Throws `BadFrame` where it cannot be followed. */
  received(message: RunnerMessage | RefusedRequest, bytes: number, frame: number): void
  /** Whether there is room for another call; asked again after `resume`. What else is said needs none, and ends calls. */
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
  private readonly turn: RunnerTurn
  private readonly decoder = new FrameDecoder()
  private lines = ""
  private isWriting = false
  private isReading = true
  private came = 0
  private total = 0
  private isOver = false
  private readonly allRead = Promise.withResolvers<void>()
  /** What of the last bytes was not taken yet. */
  private frames: Iterator<Record<string, unknown>, void> | undefined = undefined
  /** A call that there is no room for. */
  private held: RunnerMessage | RefusedRequest | undefined = undefined

  /** `unreadBytes`: how much the runner may leave unread before it is read no further. */
  constructor(stream: Duplex, unreadBytes: number, turns: FairTurns, events: ChannelEvents) {
    this.stream = stream
    this.unreadBytes = unreadBytes
    this.turn = turns.join(() => this.resume())
    this.events = events
    stream.on("data", (bytes: Buffer) => this.take(bytes))
    stream.on("end", () => this.ended())
    stream.on("drain", () => this.resume())
    stream.on("close", () => {
      this.allRead.resolve()
      events.gone()
    })
  }

  /** True while the runner leaves more unread than it may. */
  get isBehind(): boolean {
    return !this.isOver && this.stream.writableLength + this.lines.length > this.unreadBytes
  }

  /** Everything that is sent in one turn goes in one write. */
  send(message: SupervisorMessage): void {
    const began = this.turn.now()
    this.lines += encodeFrame(message)
    this.turn.spend(began)
    if (this.isWriting) return
    this.isWriting = true
    process.nextTick(() => this.flush())
  }

  /** Takes what waits, and reads on, as far as there is room. */
  resume(): void {
    if (!this.isReading) return
    this.takeFrames()
    if (this.isReading && !this.isStuck && this.stream.isPaused()) this.stream.resume()
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

  /** The runner is gone. Settles when what it said has been read, or soon: somebody else may hold its end of the channel. */
  async over(): Promise<void> {
    this.isOver = true
    this.resume()
    if (!this.isReading) return
    const patience = setTimeout(() => untilDry(() => this.total).then(this.allRead.resolve), lastWordsMs)
    await this.allRead.promise
    clearTimeout(patience)
  }

  /** Whom it was to is gone. Who still holds its other end is somebody else, and neither read nor written to. */
  close(): void {
    this.isReading = false
    this.turn.leave()
    this.stream.destroy()
  }

  private flush(): void {
    const { lines } = this
    this.isWriting = false
    this.lines = ""
    // What is written at once is not drained later.
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

  /** One after the other, as long as there is room: what came in one piece may be more calls than are to be held. */
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
    if (next?.done === false) return readRunnerMessage(next.value, this.decoder.frames)
    this.frames = undefined
    return undefined
  }

  private ended(): void {
    this.allRead.resolve()
    if (!this.isReading) return
    this.isReading = false
    this.events.closed(this.decoder.isEmpty ? undefined : this.decoder.frames + 1)
  }
}

/** How long the end of what a runner said is waited for once it is gone, in milliseconds. */
const lastWordsMs = 200
