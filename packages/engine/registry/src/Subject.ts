/** What is read, in the words of a refusal. */
export interface Subject {
  /** The beginning of the sentence, as in `Arguments of "read_file"`. */
  readonly called: string
  readonly are: "are" | "is"
  /** What to send where nothing came, as in "{} where there are none". */
  readonly instead: string
  /** Whether it is one line of a text: a place in it is a column then. */
  readonly isLine?: boolean
}

/** The arguments of a tool's call. */
export const argumentsOf = (tool: string): Subject => ({
  called: `Arguments of "${tool}"`,
  are: "are",
  instead: "{} where there are none"
})
