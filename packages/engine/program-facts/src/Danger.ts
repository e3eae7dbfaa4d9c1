/**
 * Options that do harm, with one reason. `-x` is a letter, alone or in a bundle. `--name` is a long option, also
 * shortened or with a value. Anything else is a word of its own or, if it ends in `*`, the beginning of a word.
 */
export interface Danger {
  readonly options: ReadonlyArray<string>
  /** A phrase that continues after the word ("-exec starts a program …"). */
  readonly reason: string
  /** Whether the harm is only what the options make the program read. */
  readonly reads?: true
}

/** The harm that a word does. */
export type Harm = Pick<Danger, "reason" | "reads">
