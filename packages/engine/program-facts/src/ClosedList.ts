import type { HasOption } from "./AskedWord.ts"
import type { CommandPlace } from "./CommandPlace.ts"
import type { Danger, Harm } from "./Danger.ts"
import type { Form } from "./forms/forms.ts"

/**
 * The words of a program that are known to be harmless. The list is closed: any other word does harm, unless the
 * pattern that allows the program writes the word out.
 *
 * Options are written as in manuals, separated by blanks: `-n=` takes a value, `--arg==` takes two, `--color=?` takes a
 * value only if it is joined, `-m=>` is followed by the words of another program, and `--[no-]merges` are two options.
 * `-abn=` are three letters, the last of which takes a value. If an option stands in the list twice, the first entry
 * counts.
 */
export interface ClosedList {
  /** The manuals from which the list was written. */
  readonly source?: string
  /**
   * The way in which the program reads options. By default as getopt does: letters in bundles, and long names that may
   * be shortened. `words`: each option is a word of its own with one dash (`find -name`). `dashes`: like `words`, but
   * two dashes mean the same as one. In both, `-W*` is every word that begins with `-W`.
   */
  readonly style?: "words" | "dashes"
  /** Whether a command writes none of the files that its words name, except by words that do harm. */
  readonly onlyReads?: true
  /** The options that are harmless. `--help` is always among them. */
  readonly options?: string
  /** The options that do harm, in the same notation, each with its reason. They take precedence over `options`. */
  readonly dangers?: ReadonlyArray<Danger>
  /** The options with which a danger does no harm, as in a dry run, by the reason of the danger. */
  readonly lifted?: ReadonlyArray<Danger>
  /** The options with several spellings. */
  readonly synonyms?: ReadonlyArray<ReadonlyArray<string>>
  /** The options that other options mean as well: `-r`, by `-a`. */
  readonly implied?: ReadonlyArray<Implied>
  /** Returns the words that an operand stands for, so that each spelling of it gives the same words. */
  readonly form?: Form
  /** The places of commands that the program starts. Deny and ask rules look at these commands too. */
  readonly commands?: ReadonlyArray<CommandPlace>
  /** Whether the options of the program also stand after its subcommands. */
  readonly everywhere?: true
  /**
   * Returns the harm that a value of a harmless option does after the options before it, and beside the others of the
   * command. Returns `undefined` for a harmless value. `isNamed`: the pattern names the option.
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
  /** Whether each operand is an order of its own. A pattern that names one operand then covers no other. */
  readonly targets?: true
  /**
   * The position of the first operand that is acted on, counted from 1: a package, a container. A pattern that names
   * this operand covers no further one.
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
   * The reader of the words after the first operand. By default this program reads them, options among them. `itself`:
   * this program reads them, and the operand ends the options. `script`: a script reads them, which the operand names
   * and which does harm if it lies outside the workspace. If there is a file of its name, that file says how. `command`: the operand is a program. `behind dashes`: the
   * words after `--` are a command. `data behind dashes`: the words after `--` are pasted into the commands of an order. `anyone`: all words, from the first on, may belong to a script, so that only the
   * dangers of the program above count.
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
   * The meaning of a word that is no subcommand. By default it is unknown. A program is covered only by a pattern that
   * names it.
   */
  readonly otherwise?: "script" | "command"
  /** Whether the subcommand is the name of a program with a list of its own. */
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
  /** Returns the reason why the program does harm if something is piped or redirected to it. */
  readonly piped?: ClosedList["input"]
  /** The reason why a subcommand does harm, unless the pattern that allows it names it. */
  readonly asks?: string
  /** Whether a pattern that names the subcommand above names this one too. */
  readonly namedAbove?: true
}

/** An option, some with a value, that other options mean as well. */
export interface Implied {
  readonly option: string
  readonly value?: string
  readonly by: ReadonlyArray<string>
}
