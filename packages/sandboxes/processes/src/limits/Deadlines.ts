/** Something whose time can run out. Apart from `expire`, the members belong to the list. */
export interface Timed {
  expire(): void
  due: number
  earlier: Timed | undefined
  later: Timed | undefined
  line: Line | undefined
}

/** All entries with the same limit, in the order in which they began, which is the order in which they are due. */
export interface Line {
  readonly ms: number
  first: Timed | undefined
  last: Timed | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Time limits without a timer for each: a list, and at most one timer, for each different limit. Adding and removing
 * are O(1) and touch no timer.
 */
export class Deadlines {
  private readonly lines = new Map<number, Line>()
  private running = 0
  private recent: Line | undefined = undefined
  private listening = false

  /** `now` is a time of `performance.now()`, and `ms` a limit that many others share. */
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

  private lineOf(ms: number): Line {
    let line = this.lines.get(ms)
    if (line === undefined) {
      line = { ms, first: undefined, last: undefined, timer: undefined }
      this.lines.set(ms, line)
      if (!this.listening) process.on("beforeExit", this.stayAlive)
      this.listening = true
    }
    return line
  }

  // A timer outlives the entry for which it was set, so a timer must not keep the process alive by itself.
  private arm(line: Line, ms: number): void {
    line.timer = setTimeout(
      () => {
        line.timer = undefined
        this.expire(line)
      },
      Math.min(ms, longestTimer)
    ).unref()
  }

  private expire(line: Line): void {
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

  // When nothing else is left to wait for, a call that never settles must still be answered when its time is up.
  private readonly stayAlive = (): void => {
    if (this.running > 0) for (const line of this.lines.values()) if (line.first !== undefined) line.timer?.ref()
  }
}

/** The longest delay of a timer. A timer with a longer delay fires at once. */
export const longestTimer = 2 ** 31 - 1

/** The deadlines of this process, for all gates in it. */
export const deadlines = new Deadlines()
