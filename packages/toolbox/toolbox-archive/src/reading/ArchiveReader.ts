import type { ArchiveEntry, ArchiveFormat } from "../ArchiveEntry.ts"

/** An archive that is being read. Each method goes through the archive once more. */
export interface ArchiveReader {
  readonly format: ArchiveFormat
  /** Returns what the archive says of its entries, in its order. */
  readonly entries: () => AsyncIterable<ArchiveEntry>
  /** Checks that the archive's own records agree about some entries, by their places. Absent where there is only one record. */
  readonly check?: (wanted: ReadonlySet<number>) => Promise<void>
  /** Unpacks some files, by their places, in the order of the archive. The content of one has to be read before the next one. */
  readonly contents: (wanted: ReadonlySet<number>) => AsyncIterable<EntryContent>
}

/** A file of an archive with its content. */
export interface EntryContent {
  readonly index: number
  readonly entry: ArchiveEntry
  readonly parts: AsyncIterable<Uint8Array>
}
