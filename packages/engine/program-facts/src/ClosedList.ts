import type { HasOption } from "./AskedWord.ts"
import type { CommandPosition } from "./CommandPosition.ts"
import type { Danger, Harm } from "./Danger.ts"
import type { Form } from "./forms/forms.ts"

/**
 * The words of a program that are known to be harmless. The list is closed: any other word does harm, unless the allow
 * pattern spells the word out.
 *
 * Options are in the notation of manuals, separated by blanks: `-n=` takes a value, `--arg==` takes two, `--color=?`
 * takes a value only if it is joined, `-m=>` is followed by the words of another program, and `--[no-]merges` are two
 * options. `-abn=` are three letters, the last of which takes a value. If the list contains an option twice, the first
 * entry counts.
 */
export interface ClosedList {
  /** The manuals from which the list was written. */
  readonly source?: string
  /**
   * The style of the program's options. By default like getopt: letters in bundles, and long names that may be
   * shortened. `words`: each option is a separate word with one dash (`find -name`). `dashes`: like `words`, but two
   * dashes mean the same as one. In both, `-W*` is every word that begins with `-W`.
   */
  readonly style?: "words" | "dashes"
  /** Whether a command only reads the files that its words name, unless a word does harm. */
  readonly onlyReads?: true
  /** The options that are harmless. `--help` is always among them. */
  readonly options?: string
  /** The options that do harm, in the same notation, each with its reason. They take precedence over `options`. */
  readonly dangers?: ReadonlyArray<Danger>
  /** The options that make a danger harmless, such as `--dry-run`, by the danger's reason. */
  readonly lifted?: ReadonlyArray<Danger>
  /** The options with several spellings. */
  readonly synonyms?: ReadonlyArray<ReadonlyArray<string>>
  /** The options that other options imply: `-a` implies `-r`. */
  readonly implied?: ReadonlyArray<Implied>
  /** Normalises an operand, so that all its spellings give the same words. */
  readonly form?: Form
  /** The positions of commands that the program starts. Deny and ask rules also apply to these commands. */
  readonly commands?: ReadonlyArray<CommandPosition>
  /** Whether the program's options are also allowed after its subcommands. */
  readonly everywhere?: true
  /**
   * Returns the harm that a value of a harmless option does, given the command's other options. Returns `undefined`
   * for a harmless value. `isNamed`: the pattern names the option.
   */
  readonly value?: (
    option: string,
    value: string,
    given: ReadonlySet<string>,
    has?: HasOption,
    isNamed?: boolean
  ) => Harm | undefined
  /** Returns the same for an option that does harm, if the pattern names the option without its value. */
  readonly dangerousValue?: ClosedList["value"]
  /**
   * The first operand that does harm, counted from 1; all later operands do harm too. Without it, operands are
   * harmless.
   */
  readonly operands?: { readonly from: number; readonly reason: string }
  /** Whether each operand is a separate order. A pattern that names one operand then does not cover another. */
  readonly targets?: true
  /**
   * The position of the first operand that is acted on, counted from 1: a package, a container. A pattern that names
   * this operand does not cover further ones.
   */
  readonly objects?: number
  /**
   * Returns the harm that an operand does after the operands and options before it. Returns `undefined` for a harmless
   * operand.
   */
  readonly operand?: (
    word: string,
    before: ReadonlyArray<string>,
    given: ReadonlySet<string>,
    has?: HasOption
  ) => Harm | undefined
  /** Whether every operand is code that runs. Code from outside the workspace does harm. */
  readonly runsOperands?: true
  /**
   * The reader of the words after the first operand. By default, this program reads them, including options. `itself`:
   * this program reads them, and the operand ends the options. `script`: the script that the operand names reads them.
   * A script outside the workspace does harm. If a facts file of its name exists, that file applies. `command`: the
   * operand is a program. `behind dashes`: the words after `--` are a command. `data behind dashes`: the words after
   * `--` are pasted into the commands of an order. `anyone`: all words, from the first on, may belong to a script, so
   * that only the dangers of the program above count.
   */
  readonly rest?: "itself" | "script" | "command" | "behind dashes" | "data behind dashes" | "anyone"
  /** Whether a value never begins with a dash and is never joined to a letter, as in nopt, commander and yargs. */
  readonly skipsDashes?: true
  /**
   * The subcommands by their names. Other names of the same subcommand follow after a blank. A subcommand that is not
   * listed does harm.
   */
  readonly subcommands?: Readonly<Record<string, ClosedList>>
  /** The number of operands before the subcommand, or before the command of `rest`. */
  readonly before?: number
  /**
   * The meaning of a word other than a subcommand. Default: unknown. A program is covered only by a pattern that names
   * it.
   */
  readonly otherwise?: "script" | "command"
  /** Whether the subcommand is the name of a program with a separate list. */
  readonly isProgram?: true
  /** Whether subcommands may be shortened. */
  readonly shortens?: true
  /**
   * Returns the reason why the program does harm without a subcommand. Asked unless the pattern that allows the program
   * names more than the program.
   */
  readonly alone?: (given: ReadonlySet<string>, operands: ReadonlyArray<string>) => string | undefined
  /**
   * Returns the reason why the program does harm if its words let it read orders from its input, as in `echo x | psql`.
   */
  readonly input?: (given: ReadonlySet<string>, operands: ReadonlyArray<string>) => string | undefined
  /** Returns the reason why the program does harm if it gets piped or redirected input. */
  readonly piped?: ClosedList["input"]
  /** The reason why a subcommand does harm, unless the pattern that allows it names it. */
  readonly asks?: string
  /** Whether a pattern that names the subcommand above names this one too. */
  readonly namedAbove?: true
}

/** An option, possibly with a value, that other options imply. */
export interface Implied {
  readonly option: string
  readonly value?: string
  readonly by: ReadonlyArray<string>
}
