/** Characters that are only known when the text runs: digits, a part of a file name, a part of a path, or any text. */
interface Hole {
  readonly of: "number" | "name" | "path" | "text"
  readonly source: string
}

/** A part of a word's value: a known text or a hole. */
export type WordPart = string | Hole
