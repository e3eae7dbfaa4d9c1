import type { SentEntry } from "../frames/ParentFrame.ts"

/** The files of a command, as they came: the contents of the files among the entries follow each other. */
export interface SentFiles {
  readonly entries: ReadonlyArray<SentEntry>
  readonly contents: Uint8Array
}
