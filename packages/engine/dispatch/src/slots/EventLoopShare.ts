/** The number of pieces of work in one turn of the event loop: a few milliseconds, however many wait. */
const perTurn = 64

/**
 * A share of each turn of the event loop, counted in pieces of work. Ten thousand pieces are done over many turns, so that timers,
 * files and other sessions have their share in between.
 */
export class EventLoopShare {
  private readonly goOn: () => void
  private left = perTurn
  private isCounting = false
  private isShort = false

  /** `goOn` is called in the turn after a turn in which `take` returned false. */
  constructor(goOn: () => void) {
    this.goOn = goOn
  }

  /** Whether one more piece may be done in this turn. A piece that may be done is counted. */
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
