import { FairQueue, type Queued, type QueueShare } from "@toolgate/core"

/**
 * The time of this thread, in milliseconds, that a runner may use more than the others before it waits for its turn.
 */
const aheadMs = 10

/** The time, in milliseconds, for which a runner counts as active after its last message. */
const recentMs = 1000

/** The clock of the turns. */
interface TurnClock {
  /** Returns the time in milliseconds. It never goes back. */
  now(): number
  /** Calls `go` after this time, and not before everything that can be read was read once. */
  after(ms: number, go: () => void): void
}

const realClock: TurnClock = {
  now: () => performance.now(),
  after: (ms, go) => void (ms > 0 ? setTimeout(go, Math.ceil(ms)) : setImmediate(go))
}

/**
 * The time of this thread, shared in turns among the runners of a supervisor. A runner is heavy if reading its messages
 * takes longer than the time between them. Heavy runners are read one after the other, agents and their sessions in
 * turn, and after each turn the other runners get as much time as the turn took. The times decide only the order in which messages are read.
 */
export class FairTurns {
  readonly clock: TurnClock
  private readonly runners = new Set<RunnerTurn>()
  /** The heavy runners that wait. */
  private readonly waiting = new FairQueue<RunnerTurn>()
  private freeAt = 0
  private isScheduled = false

  constructor(clock: TurnClock = realClock) {
    this.clock = clock
  }

  /** Adds a runner. `resume` is called when the runner may be read again after `isDue` was false. */
  join(share: QueueShare, resume: () => void): RunnerTurn {
    const turn = new RunnerTurn(this, share, resume)
    this.runners.add(turn)
    return turn
  }

  leave(turn: RunnerTurn): void {
    this.runners.delete(turn)
    if (turn.queued !== undefined) this.waiting.remove(turn.queued)
    turn.queued = undefined
  }

  /** Whether a heavy runner may be read nevertheless. If not, the runner waits for its turn. */
  isFreeFor(turn: RunnerTurn): boolean {
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

/** The turns of one runner. */
export class RunnerTurn {
  /** The time of the last work for the runner. */
  heardAt = Number.NEGATIVE_INFINITY
  heavyAt = Number.NEGATIVE_INFINITY
  /** The time by which work for the runner exceeded the pauses between, in milliseconds. */
  ahead = 0
  readonly share: QueueShare
  /** The entry of the runner in the queue, while it waits. */
  queued: Queued<RunnerTurn> | undefined = undefined
  private readonly turns: FairTurns
  private readonly resume: () => void

  constructor(turns: FairTurns, share: QueueShare, resume: () => void) {
    this.turns = turns
    this.share = share
    this.resume = resume
  }

  now(): number {
    return this.turns.clock.now()
  }

  /** Whether the runner may be read. If not, `resume` is called when it may. */
  isDue(): boolean {
    return this.ahead <= aheadMs || this.turns.isFreeFor(this)
  }

  /** Counts the work for the runner since `began`. Returns the time. */
  spend(began: number): number {
    const now = this.turns.clock.now()
    this.ahead = Math.max(0, this.ahead - Math.max(0, began - this.heardAt)) + now - began
    this.heardAt = now
    return now
  }

  /** Begins the turn of the runner. */
  begin(): void {
    this.ahead = 0
    this.resume()
  }

  leave(): void {
    this.turns.leave(this)
  }
}
