import { FairQueue, type Queued, type QueueShare } from "@toolgate/core"

/** Milliseconds of this thread that a runner may use in advance before it has to queue. */
const aheadMs = 10

/** Milliseconds for which a runner counts as active after its last message. */
const recentMs = 1000

interface TurnClock {
  /** Returns milliseconds. Monotonic. */
  now(): number
  /** Calls `go` after this time, and after pending input has been read once. */
  after(ms: number, go: () => void): void
}

const realClock: TurnClock = {
  now: () => performance.now(),
  after: (ms, go) => void (ms > 0 ? setTimeout(go, Math.ceil(ms)) : setImmediate(go))
}

/**
 * Shares this thread fairly among the runners of a supervisor. A runner is heavy if reading its messages takes longer
 * than the time between them. Heavy runners are read one at a time, in a fair order of agents and their sessions; after
 * each, the other runners get as much time as it took. The times decide only the order of reading.
 */
export class ReadingQueue {
  readonly clock: TurnClock
  private readonly runners = new Set<ReadingShare>()
  /** Heavy runners that wait. */
  private readonly waiting = new FairQueue<ReadingShare>()
  private freeAt = 0
  private isScheduled = false

  constructor(clock: TurnClock = realClock) {
    this.clock = clock
  }

  /** Adds a runner. `resume` is called when the runner may be read again after `isDue` returned false. */
  join(share: QueueShare, resume: () => void): ReadingShare {
    const turn = new ReadingShare(this, share, resume)
    this.runners.add(turn)
    return turn
  }

  leave(turn: ReadingShare): void {
    this.runners.delete(turn)
    if (turn.queued !== undefined) this.waiting.remove(turn.queued)
    turn.queued = undefined
  }

  /** Whether a heavy runner may be read now. Otherwise it queues. */
  isFreeFor(turn: ReadingShare): boolean {
    if (turn.queued !== undefined) return false
    const now = this.clock.now()
    const others = [...this.runners].filter((one) => one !== turn && now - one.heardAt < recentMs)
    if (others.length === 0) return true
    turn.heavyAt = now
    if (others.some((one) => now - one.heavyAt >= recentMs)) this.freeAt = Math.max(this.freeAt, now + turn.ahead)
    turn.queued = this.waiting.add(turn.share, turn)
    this.schedule(now)
    return false
  }

  private schedule(now: number): void {
    if (this.isScheduled) return
    this.isScheduled = true
    this.clock.after(Math.max(0, this.freeAt - now), () => this.next())
  }

  private next(): void {
    this.isScheduled = false
    const now = this.clock.now()
    const turn = now >= this.freeAt ? this.waiting.next() : undefined
    if (turn !== undefined) turn.queued = undefined
    turn?.begin()
    if (this.waiting.size > 0) this.schedule(now)
  }
}

/** The share of one runner. */
export class ReadingShare {
  /** The time of the runner's last message. */
  heardAt = Number.NEGATIVE_INFINITY
  heavyAt = Number.NEGATIVE_INFINITY
  /** Milliseconds by which reading the runner exceeds its pauses. */
  ahead = 0
  readonly share: QueueShare
  /** The runner's entry in the queue, while it waits. */
  queued: Queued<ReadingShare> | undefined = undefined
  private readonly turns: ReadingQueue
  private readonly resume: () => void

  constructor(turns: ReadingQueue, share: QueueShare, resume: () => void) {
    this.turns = turns
    this.share = share
    this.resume = resume
  }

  now(): number {
    return this.turns.clock.now()
  }

  /** Whether the runner may be read now. If not, `resume` is called later. */
  isDue(): boolean {
    return this.ahead <= aheadMs || this.turns.isFreeFor(this)
  }

  /** Counts the time since `began` as work for the runner. Returns the current time. */
  spend(began: number): number {
    const now = this.turns.clock.now()
    this.ahead = Math.max(0, this.ahead - Math.max(0, began - this.heardAt)) + now - began
    this.heardAt = now
    return now
  }

  /** Starts to read the runner. */
  begin(): void {
    this.ahead = 0
    this.resume()
  }

  leave(): void {
    this.turns.leave(this)
  }
}
