import type { ArchiveEntry, ArchiveFormat } from "../ArchiveEntry.ts"

/** An open archive. Each method reads the whole archive again. */
export interface ArchiveReader {
  readonly format: ArchiveFormat
  /** Yields the entries in the archive's order. */
  readonly entries: () => AsyncIterable<ArchiveEntry>
  /** Checks that the archive's duplicate records of these entries agree. Absent for formats without duplicates. */
  readonly check?: (wanted: ReadonlySet<number>) => Promise<void>
  /** Unpacks files by index, in the archive's order. Read each content before the next. */
  readonly contents: (wanted: ReadonlySet<number>) => AsyncIterable<EntryContent>
}

export interface EntryContent {
  readonly index: number
  readonly entry: ArchiveEntry
  readonly parts: AsyncIterable<Uint8Array>
}
