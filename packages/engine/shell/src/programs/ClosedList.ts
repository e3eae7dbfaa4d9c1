import type { Danger } from "./Danger.ts"

/**
 * What of a program's words is known to be harmless. The list is closed: whatever it does not hold is asked about, unless
 * the pattern that allows the program writes it out.
 *
 * Options are written as manuals write them, separated by blanks: `-n=` takes a value, `--arg==` takes two, `--color=?` takes
 * one only where it is joined, `-m=>` is followed by the words of another program, and `--[no-]merges` are two options. `-abn=` are three letters, of which the last takes a value.
 * Of an option that stands there twice the first counts.
 */
export interface ClosedList {
  /** The manuals that the list was written from. */
  readonly source?: string
  /**
   * How the program reads options. By default as getopt does: letters in bundles, long names that may be shortened. `words`:
   * each option is a word of its own, with one dash (`find -name`). `dashes`: the same, where two dashes mean what one
   * means. In both, `-W*` is every word that begins so.
   */
  readonly style?: "words" | "dashes"
  /** The options that do no harm. `--help` is always among them. */
  readonly options?: string
  /** The options that do, in the same notation, each with its reason. They win over `options`. */
  readonly dangers?: ReadonlyArray<Danger>
  /** Whether the options of a program also stand after its subcommands. */
  readonly everywhere?: true
  /** Why the value of a harmless option does harm behind the options before it, as a phrase that goes on after the word. */
  readonly value?: (option: string, value: string, given: ReadonlySet<string>) => string | undefined
  /** From which operand on, counted from 1, operands do harm. Without it, none does. */
  readonly operands?: { readonly from: number; readonly reason: string }
  /** Whether operands are orders of their own: where the pattern names one, it covers no other. */
  readonly targets?: true
  /** Why an operand does harm behind the operands and the options before it, as a phrase that goes on after the word. */
  readonly operand?: (word: string, before: ReadonlyArray<string>, given: ReadonlySet<string>) => string | undefined
  /** Whether operands are code, each of them, that is run: where one comes from outside of the workspace, it does harm. */
  readonly runsOperands?: true
  /**
   * Who reads the words behind the first operand. By default this program does, options among them. `itself`: the operand
   * ends the options. `script`: the words are those of a script that the operand names, which does harm where it lies outside. `command`: the operand is a program.
   * `behind dashes`: what stands behind `--` is one. `anyone`: all words, from the first on, may be a script's, so that only
   * the dangers of the program above count.
   */
  readonly rest?: "itself" | "script" | "command" | "behind dashes" | "anyone"
  /** Whether a value never begins with a dash and is never joined to a letter, as nopt, commander and yargs read. */
  readonly skipsDashes?: true
  /** The subcommands by their names, each with its other names behind a blank. One that is not listed does harm. */
  readonly subcommands?: Readonly<Record<string, ClosedList>>
  /** How many operands stand before the subcommand, or before the command of `rest`. */
  readonly before?: number
  /** What a word is that is no subcommand: by default nobody knows. Only a pattern that names it covers a program. */
  readonly otherwise?: "script" | "command"
  /** Whether the subcommand is the name of a program, which its own list is about. */
  readonly isProgram?: true
  /** Whether subcommands may be shortened. */
  readonly shortens?: true
  /** Why the program does harm without a subcommand, unless the pattern that allows it names more than it. */
  readonly alone?: (given: ReadonlySet<string>, operands: ReadonlyArray<string>) => string | undefined
  /** Why the program does harm where its words leave it to read orders from its input, as `echo x | psql` has it. */
  readonly input?: (given: ReadonlySet<string>, operands: ReadonlyArray<string>) => string | undefined
  /** Why a subcommand does harm unless the pattern that allows it names it. */
  readonly asks?: string
}
