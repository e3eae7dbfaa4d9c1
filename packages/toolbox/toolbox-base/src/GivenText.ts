import type { SentFile } from "./files/SentFile.ts"

/** A text that a tool was given, and how its place is named in messages. */
export interface GivenText {
  readonly text: string
  readonly place: string
}

/** A text as a job is given it: itself, or the file that holds it. `textOf` of the job reads it. */
export interface SentText {
  readonly text: string | SentFile
  readonly place: string
}

/** The most characters of a text, and bytes of a file, that a tool takes. */
export const mostText = 10_000_000
