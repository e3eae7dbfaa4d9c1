import type { Reading } from "@toolgate/yaml-reading"

/** A remark about something of a document that its tools lack or that somebody has to see to, with its place. */
export interface ImportNote {
  readonly source: string
  readonly message: string
}

/** The remarks about a document, each once. */
export class ImportNotes {
  private readonly notes = new Map<string, ImportNote>()
  private readonly reading: Reading

  constructor(reading: Reading) {
    this.reading = reading
  }

  add(at: number, message: string): void {
    const source = this.reading.source(at)
    this.notes.set(`${source}: ${message}`, { source, message })
  }

  get all(): ReadonlyArray<ImportNote> {
    return [...this.notes.values()]
  }
}
