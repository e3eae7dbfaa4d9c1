/**
 * Characters that are only known when the text runs: digits, a part of a file's name, a part of a file's path, or any
 * text at all.
 */
interface Hole {
  readonly of: "number" | "name" | "path" | "text"
  readonly source: string
}

/** A part of a word's value: a text that is known, or a hole. */
export type WordPart = string | Hole
