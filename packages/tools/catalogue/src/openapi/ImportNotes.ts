import type { FileReading } from "@toolgate/yaml-reading"

/** A remark about something that could not be imported or needs attention, with its position. */
export interface ImportNote {
  readonly source: string
  readonly message: string
}

/** Collects remarks without duplicates. */
export class ImportNotes {
  private readonly notes = new Map<string, ImportNote>()
  private readonly reading: FileReading

  constructor(reading: FileReading) {
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
