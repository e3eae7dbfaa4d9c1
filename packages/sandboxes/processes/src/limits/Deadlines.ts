/** An item with a deadline. All members except `expire` belong to `Deadlines`. */
export interface Timed {
  expire(): void
  due: number
  earlier: Timed | undefined
  later: Timed | undefined
  line: DeadlineList | undefined
}

/** All items with the same time limit, in the order of their deadlines. */
export interface DeadlineList {
  readonly ms: number
  first: Timed | undefined
  last: Timed | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Time limits with one timer for each distinct limit, not for each item. Adding and removing an item is O(1) and does
 * not touch the timer.
 */
export class Deadlines {
  private readonly lines = new Map<number, DeadlineList>()
  private running = 0
  private recent: DeadlineList | undefined = undefined
  private listening = false

  /** `now`: a time of `performance.now()`. `ms`: a limit that many items share. */
  add(timed: Timed, ms: number, now: number): void {
    const line = this.recent?.ms === ms ? this.recent : this.lineOf(ms)
    this.recent = line
    this.running++
    timed.due = now + ms
    timed.line = line
    timed.earlier = line.last
    if (line.last === undefined) line.first = timed
    else line.last.later = timed
    line.last = timed
    if (line.timer === undefined) this.arm(line, ms)
  }

  remove(timed: Timed): void {
    const { line, earlier, later } = timed
    if (line === undefined) return
    this.running--
    if (earlier !== undefined) earlier.later = later
    else line.first = later
    if (later !== undefined) later.earlier = earlier
    else line.last = earlier
    timed.line = timed.earlier = timed.later = undefined
  }

  private lineOf(ms: number): DeadlineList {
    let line = this.lines.get(ms)
    if (line === undefined) {
      line = { ms, first: undefined, last: undefined, timer: undefined }
      this.lines.set(ms, line)
      if (!this.listening) process.on("beforeExit", this.stayAlive)
      this.listening = true
    }
    return line
  }

  // A timer outlives the item that set it, so it must not keep the process alive.
  private arm(line: DeadlineList, ms: number): void {
    line.timer = setTimeout(
      () => {
        line.timer = undefined
        this.expire(line)
      },
      Math.min(ms, longestTimer)
    ).unref()
  }

  private expire(line: DeadlineList): void {
    const now = performance.now()
    while (line.first !== undefined && line.first.due <= now) {
      const timed = line.first
      this.remove(timed)
      timed.expire()
    }
    if (line.first === undefined) {
      if (this.recent !== line) this.lines.delete(line.ms)
    } else if (line.timer === undefined) {
      this.arm(line, Math.max(1, Math.ceil(line.first.due - now)))
    }
  }

  // A call that never settles still has to time out, even if nothing else keeps the process alive.
  private readonly stayAlive = (): void => {
    if (this.running > 0) for (const line of this.lines.values()) if (line.first !== undefined) line.timer?.ref()
  }
}

/** The longest delay of a Node timer. A longer delay would fire at once. */
export const longestTimer = 2 ** 31 - 1

/** The deadlines of all gates in this process. */
export const deadlines = new Deadlines()
