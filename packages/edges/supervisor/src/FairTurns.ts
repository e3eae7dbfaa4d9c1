/** How far a runner may be ahead of the others before it waits for its turn, in milliseconds of this thread. */
const aheadMs = 10

/** For how long a runner counts as one that wants to be heard, after what it said last. */
const recentMs = 1000

/** Time as the turns see it. */
interface TurnClock {
  /** In milliseconds, never going back. */
  now(): number
  /** Calls `go` so much later, and not before what can be read was read once. */
  after(ms: number, go: () => void): void
}

const realClock: TurnClock = {
  now: () => performance.now(),
  after: (ms, go) => void (ms > 0 ? setTimeout(go, Math.ceil(ms)) : setImmediate(go))
}

/**
 * The time of this thread, in turns among the runners of a supervisor. A runner whose messages take more of it than they leave
 * is heavy: heavy ones are read one after the other, and after each turn those that are not have as long. Nothing depends on
 * these times but the order in which messages are read.
 */
export class FairTurns {
  readonly clock: TurnClock
  private readonly runners = new Set<RunnerTurn>()
  /** Heavy ones, in the order in which they are to be read. */
  private readonly waiting = new Set<RunnerTurn>()
  private freeAt = 0
  private isScheduled = false

  constructor(clock: TurnClock = realClock) {
    this.clock = clock
  }

  /** `resume` is called when the runner may be read on, after `isDue` was false. */
  join(resume: () => void): RunnerTurn {
    const turn = new RunnerTurn(this, resume)
    this.runners.add(turn)
    return turn
  }

  leave(turn: RunnerTurn): void {
    this.runners.delete(turn)
    this.waiting.delete(turn)
  }

  /** Whether a heavy runner may be read on all the same. If not, its turn will come. */
  isFreeFor(turn: RunnerTurn): boolean {
    if (this.waiting.has(turn)) return false
    const now = this.clock.now()
    const others = [...this.runners].filter((one) => one !== turn && now - one.heardAt < recentMs)
    if (others.length === 0) return true
    turn.heavyAt = now
    if (others.some((one) => now - one.heavyAt >= recentMs)) this.freeAt = Math.max(this.freeAt, now + turn.ahead)
    this.waiting.add(turn)
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
    const [turn] = this.waiting
    if (turn === undefined) return
    const now = this.clock.now()
    if (now >= this.freeAt) {
      this.waiting.delete(turn)
      turn.begin()
    }
    if (this.waiting.size > 0) this.schedule(now)
  }
}

/** The turns of one runner. */
export class RunnerTurn {
  /** When something was done for it last. */
  heardAt = Number.NEGATIVE_INFINITY
  heavyAt = Number.NEGATIVE_INFINITY
  /** How much longer it was worked for than not, in milliseconds. */
  ahead = 0
  private readonly turns: FairTurns
  private readonly resume: () => void

  constructor(turns: FairTurns, resume: () => void) {
    this.turns = turns
    this.resume = resume
  }

  now(): number {
    return this.turns.clock.now()
  }

  /** Whether it may be read on. If not, it is told when it may. */
  isDue(): boolean {
    return this.ahead <= aheadMs || this.turns.isFreeFor(this)
  }

  /** Counts what was done for it since then. Returns the time. */
  spend(began: number): number {
    const now = this.turns.clock.now()
    this.ahead = Math.max(0, this.ahead - Math.max(0, began - this.heardAt)) + now - began
    this.heardAt = now
    return now
  }

  /** It has been given its turn. */
  begin(): void {
    this.ahead = 0
    this.resume()
  }

  leave(): void {
    this.turns.leave(this)
  }
}
