/** A thing that is read, in the words of a refusal. */
export interface Subject {
  /** The beginning of the sentence, as in `Arguments of "read_file"`. */
  readonly called: string
  readonly are: "are" | "is"
  /** The advice to a sender that sent nothing, as in "{} where there are none". */
  readonly instead: string
  /** Whether a text without anything but blanks stands for an object without members. */
  readonly mayBeBlank?: boolean
  /** Whether the thing is one line of text. A place in it is then given as a column. */
  readonly isLine?: boolean
}

/** Returns the arguments of a tool's call, in the words of a refusal. */
export const describeArguments = (tool: string): Subject => ({
  called: `Arguments of "${tool}"`,
  are: "are",
  instead: "{} where there are none",
  // Many models and gateways write no text for a tool without parameters, and repeat the call for ever if it is refused.
  mayBeBlank: true
})
