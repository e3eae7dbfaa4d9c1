/** A reader that can be ended from outside. */
export interface Ending {
  readonly end: () => void
}

/** A group of readers that end together: those of a session, or, with the readers of all sessions, those of a gate. */
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

  /** Adds a reader. In a group that is closed, it ends at once. */
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

  /** Ends all readers, and those that are added later. */
  close(): void {
    this.open = false
    for (const reader of this.readers) reader.end()
  }
}
