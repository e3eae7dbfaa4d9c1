/** A reader that can be stopped from outside. */
export interface Ending {
  readonly end: () => void
}

/** A group of readers that end together: the readers of a session, or all readers of a gate. */
export class QuestionReaders {
  private readonly readers = new Set<Ending>()
  private readonly above: QuestionReaders | undefined
  private open = true

  constructor(above?: QuestionReaders) {
    this.above = above
  }

  get isOpen(): boolean {
    return this.open && (this.above?.isOpen ?? true)
  }

  /** Adds a reader. If the group is closed, the reader ends immediately. */
  add(reader: Ending): void {
    if (this.open) {
      this.readers.add(reader)
      this.above?.add(reader)
    } else reader.end()
  }

  delete(reader: Ending): void {
    this.readers.delete(reader)
    this.above?.delete(reader)
  }

  /** Ends all readers, and every reader that is added later. */
  close(): void {
    this.open = false
    for (const reader of this.readers) reader.end()
  }
}
