/** The subject of a refusal. */
export interface Subject {
  /** The start of the sentence, as in `Arguments of "read_file"`. */
  readonly called: string
  readonly are: "are" | "is"
  /** Advice for an empty value, as in "{} where there are none". */
  readonly instead: string
  /** Whether a blank text counts as an empty object. */
  readonly mayBeBlank?: boolean
  /** Whether the subject is a single line; positions are then given as columns. */
  readonly isLine?: boolean
}

/** Describes a call's arguments as the subject of a refusal. */
export const describeArguments = (tool: string): Subject => ({
  called: `Arguments of "${tool}"`,
  are: "are",
  instead: "{} where there are none",
  // Many models and gateways send no text for a tool without parameters, and would repeat a refused call forever.
  mayBeBlank: true
})
