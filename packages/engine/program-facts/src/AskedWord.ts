/** Tells whether an option stands anywhere among the words of a command, also behind the word that is judged. */
export type HasOption = (option: string) => boolean

/** A word about which rules decide. */
export interface AskedWord {
  readonly word: string
  /** The option whose value the word is. */
  readonly option?: string
  /** The operands before the word. */
  readonly before: ReadonlyArray<string>
  /** The names of the options before the word. */
  readonly given: ReadonlySet<string>
  /** Whether an option stands anywhere among the words of the command. */
  readonly has: HasOption
  /** Whether the pattern that allows the command names the option whose value the word is. */
  readonly isNamed?: boolean
}
