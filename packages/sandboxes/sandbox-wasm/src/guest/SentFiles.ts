import type { CopiedEntry } from "../files/CopiedFiles.ts"

/**
 * The files of a command, as they came. `contents` holds the contents of the files among the entries, one after the
 * other.
 */
export interface SentFiles {
  readonly entries: ReadonlyArray<CopiedEntry>
  readonly contents: Uint8Array
}
