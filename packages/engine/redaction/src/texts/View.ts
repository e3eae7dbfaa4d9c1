/** A decoded text that maps its characters to the source. */
export interface View {
  readonly text: string
  /** Returns where the character at an index begins in the source. */
  readonly from: (at: number) => number
  /** Returns where the character before an index ends in the source. */
  readonly to: (at: number) => number
}

/** Builds a view piece by piece. */
export class ViewBuilder {
  private text = ""
  private readonly starts: Array<number> = []
  private readonly ends: Array<number> = []

  /** Adds the characters that a range of the source encodes. */
  add(characters: string, from: number, to: number): void {
    this.text += characters
    for (let at = 0; at < characters.length; at++) {
      this.starts.push(from)
      this.ends.push(to)
    }
  }

  view(): View {
    const { text, starts, ends } = this
    return { text, from: (at) => starts[at] ?? 0, to: (at) => ends[at - 1] ?? 0 }
  }
}
