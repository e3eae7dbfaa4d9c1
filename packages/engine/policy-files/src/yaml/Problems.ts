/** A problem and where it stands: an offset into the text, in UTF-16 units. */
interface Problem {
  readonly at: number
  readonly message: string
}

/** How many problems are told; the others are counted. */
const mostProblems = 50

/**
 * The problems of one text: the first ones by position, however many there are and in whatever order they are found. A text of
 * some megabytes can hold a million, so a message is only made when it will be kept.
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

  /** In the order of the text; those at one place in the order in which they were found. */
  get first(): ReadonlyArray<Problem> {
    return this.kept
  }

  /** How many there are beside the first ones. */
  get more(): number {
    return this.count - this.kept.length
  }
}
