/** Counts what keeps something open, and calls a function once nothing has kept it open for some time. */
export class IdleClock {
  private readonly idleMs: number
  private readonly onIdle: () => void
  private timer: NodeJS.Timeout | undefined
  private users = 0
  private isOver = false

  /** The time begins at once. */
  constructor(idleMs: number, onIdle: () => void) {
    this.idleMs = idleMs
    this.onIdle = onIdle
    this.start()
  }

  /** Counts a user. Returns the function that ends its use, which may be called twice. */
  enter(): () => void {
    this.users += 1
    clearTimeout(this.timer)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      this.users -= 1
      if (this.users === 0 && !this.isOver) this.start()
    }
  }

  private start(): void {
    this.timer = setTimeout(() => {
      this.isOver = true
      this.onIdle()
    }, this.idleMs).unref()
  }
}
