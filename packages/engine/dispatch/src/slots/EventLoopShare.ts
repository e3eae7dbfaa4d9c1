/** The number of tasks per event loop turn: a few milliseconds of work. */
const perTurn = 64

/**
 * Limits the tasks per event loop turn. Ten thousand tasks are spread over many turns, so that timers, I/O and other
 * sessions can run in between.
 */
export class EventLoopShare {
  private readonly goOn: () => void
  private left = perTurn
  private isCounting = false
  private isShort = false

  /** `goOn` is called in the next turn after `take` returned false. */
  constructor(goOn: () => void) {
    this.goOn = goOn
  }

  /** Whether one more task may run in this turn; if so, counts it. */
  take(): boolean {
    if (!this.isCounting) {
      this.isCounting = true
      setImmediate(this.next)
    }
    if (this.left === 0) {
      this.isShort = true
      return false
    }
    this.left--
    return true
  }

  private readonly next = (): void => {
    this.isCounting = false
    this.left = perTurn
    if (!this.isShort) return
    this.isShort = false
    this.goOn()
  }
}
