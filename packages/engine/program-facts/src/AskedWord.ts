/** A word about which rules decide. */
export interface AskedWord {
  readonly word: string
  /** The option whose value the word is. */
  readonly option?: string
  /** The operands before the word. */
  readonly before: ReadonlyArray<string>
  /** The names of the options before the word. */
  readonly given: ReadonlySet<string>
}
