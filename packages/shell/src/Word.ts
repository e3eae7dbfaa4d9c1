import { type Dialect, scanWord } from "./scanWord.ts"

/** A word of a command. */
export interface Word {
  /** What the program gets, or, for a computed word, what is written. */
  readonly text: string
  /** Why the word is not known before it runs. */
  readonly computed?: string
}

/** How much of a word is repeated in a reason. */
const shown = 60

/** A source text short enough for a reason. */
export const excerpt = (source: string) => {
  const line = source.replaceAll("\n", " ")
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}

const reasons = {
  computed: (raw: string) => `The word "${excerpt(raw)}" is computed when the command runs.`,
  expands: (raw: string) => `The word "${excerpt(raw)}" expands to words that are only known when the command runs.`,
  continued: (raw: string) => `A line continues in the middle of "${excerpt(raw)}", which can be read in two ways.`
}

/** The word that stands in the source as `raw`. */
export const wordOf = (raw: string, dialect: Dialect): Word => {
  const word = scanWord(raw, 0, dialect)
  const why = word.computed ?? (word.end === raw.length ? undefined : "computed")
  return why === undefined ? { text: word.text } : { text: raw, computed: reasons[why](raw) }
}

/** A word that is known. */
export const known = (text: string): Word => ({ text })
