/** Tells whether a command has an option, before or after the word that is judged. */
export type HasOption = (option: string) => boolean

/** A word to judge by rules. */
export interface AskedWord {
  readonly word: string
  /** The option whose value the word is. */
  readonly option?: string
  /** The operands before the word. */
  readonly before: ReadonlyArray<string>
  /** The names of the options before the word. */
  readonly given: ReadonlySet<string>
  /** Whether the command has an option. */
  readonly has: HasOption
  /** Whether the pattern that allows the command names the option whose value the word is. */
  readonly isNamed?: boolean
}
