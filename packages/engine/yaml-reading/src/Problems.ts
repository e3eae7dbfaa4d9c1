/** A problem, and its position as an offset into the text in UTF-16 units. */
interface Problem {
  readonly at: number
  readonly message: string
}

/** A part of a text, from an offset up to another one. */
export interface Span {
  readonly at: number
  readonly end: number
}

/** The largest number of problems that are reported. Further problems are only counted. */
const mostProblems = 50

/** The largest number of problems that are known one by one, so that they can be said of the part that has them. */
const mostFound = 1000

/**
 * The problems of one text. The class keeps the first problems by position, in whatever order they are found. A text of
 * some megabytes can have a million problems, so a message is only made if it is kept.
 */
export class Problems {
  private kept: Array<Problem> = []
  private count = 0
  private found: Array<{ readonly at: number; readonly message: () => string }> = []

  add(at: number, message: () => string): void {
    if (this.count < mostFound) this.found.push({ at, message })
    this.keep(at, message)
  }

  /** Takes the problems out that are in these spans, and returns them. A text with too many problems keeps them all. */
  take(spans: ReadonlyArray<Span>): Problems {
    const taken = new Problems()
    if (this.isFull) return taken
    const isWithin = ({ at }: { readonly at: number }) => spans.some((span) => at >= span.at && at < span.end)
    for (const { at, message } of this.found.filter(isWithin)) taken.add(at, message)
    if (!taken.any) return taken
    const left = this.found.filter((one) => !isWithin(one))
    Object.assign(this, { kept: [], count: 0, found: left })
    for (const { at, message } of left) this.keep(at, message)
    return taken
  }

  /** Whether there are more problems than are known one by one. */
  get isFull(): boolean {
    return this.count > mostFound
  }

  private keep(at: number, message: () => string): void {
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
