/**
 * Characters that are only known when the text runs: digits, some of the name of one file, any of the path of one, or any
 * text at all.
 */
interface Hole {
  readonly of: "number" | "name" | "path" | "text"
  readonly source: string
}

/** A piece of a value: what it is, or what is known of it. */
export type Part = string | Hole
