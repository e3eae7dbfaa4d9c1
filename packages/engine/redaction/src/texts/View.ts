/** A text that another one stands for, and where its characters come from. */
export interface View {
  readonly text: string
  /** Where in the source the character at this index begins. */
  readonly from: (at: number) => number
  /** Where in the source the character before this index ends. */
  readonly to: (at: number) => number
}

/** Collects a view, stretch by stretch. */
export class ViewBuilder {
  private text = ""
  private readonly starts: Array<number> = []
  private readonly ends: Array<number> = []

  /** The characters that a stretch of the source stands for. */
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
