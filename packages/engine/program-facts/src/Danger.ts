/**
 * Options that do harm, with one reason. `-x` is a letter, alone or in a bundle. `--name` is a long option, also when
 * shortened or with a value. Anything else is a whole word or, if it ends in `*`, a prefix.
 */
export interface Danger {
  readonly options: ReadonlyArray<string>
  /** A phrase that continues after the word ("-exec starts a program …"). */
  readonly reason: string
  /** Whether the only harm is that the program reads more. */
  readonly reads?: true
}

/** The harm that a word does. */
export type Harm = Pick<Danger, "reason" | "reads">
