/** A decoded text, with the places in the source from which its characters come. */
export interface View {
  readonly text: string
  /** Returns the index in the source at which the character at an index of the text begins. */
  readonly from: (at: number) => number
  /** Returns the index in the source at which the character before an index of the text ends. */
  readonly to: (at: number) => number
}

/** A builder that collects a view, stretch by stretch. */
export class ViewBuilder {
  private text = ""
  private readonly starts: Array<number> = []
  private readonly ends: Array<number> = []

  /** Adds the characters for which a stretch of the source stands. */
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
