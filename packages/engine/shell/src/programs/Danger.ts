/**
 * Options with one reason. `-x` is a letter, alone or in a bundle; `--name` is a long option, also shortened or with a
 * value; anything else is a word of its own, and the beginning of one where it ends in `*`.
 */
export interface Danger {
  readonly options: ReadonlyArray<string>
  /** A phrase that goes on after the word ("-exec starts a program …"). */
  readonly reason: string
}
