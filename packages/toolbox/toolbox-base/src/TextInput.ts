import type { SentFile } from "./files/SentFile.ts"

/** A text argument of a tool, and its description in messages. */
export interface TextInput {
  readonly text: string
  readonly place: string
}

/** A text in a job's arguments: the text, or the file that contains it. The job reads it with `readText`. */
export interface SentText {
  readonly text: string | SentFile
  readonly place: string
}

/** The limit for a text in characters, and for a file in bytes. */
export const mostText = 10_000_000
