/** A problem, and its position as an offset into the text in UTF-16 units. */
interface Problem {
  readonly at: number
  readonly message: string
}

/** The largest number of problems that are reported. Further problems are only counted. */
const mostProblems = 50

/**
 * The problems of one text. The class keeps the first problems by position, in whatever order they are found. A text of
 * some megabytes can have a million problems, so a message is only made if it is kept.
 */
export class Problems {
  private readonly kept: Array<Problem> = []
  private count = 0

  add(at: number, message: () => string): void {
    this.count++
    const last = this.kept.at(-1)
    if (this.kept.length === mostProblems && last !== undefined && at >= last.at) return
    let place = this.kept.length
    while (place > 0 && (this.kept[place - 1]?.at ?? 0) > at) place--
    this.kept.splice(place, 0, { at, message: message() })
    if (this.kept.length > mostProblems) this.kept.pop()
  }

  get any(): boolean {
    return this.count > 0
  }

  /**
   * The kept problems, in the order of the text. Problems at the same position stay in the order in which they were
   * found.
   */
  get first(): ReadonlyArray<Problem> {
    return this.kept
  }

  /** The number of further problems. */
  get more(): number {
    return this.count - this.kept.length
  }
}
