import type { CommandPosition } from "./CommandPosition.ts"
import type { FormName } from "./forms/forms.ts"
import type { Launcher } from "./Launcher.ts"
import type { Program } from "./Program.ts"
import type { Rule } from "./Rule.ts"

/** The words of a program or a subcommand, as in the program's file. */
export interface ListedWords {
  /** The manual from which the words were written, and its version. */
  readonly manual?: string
  readonly asks?: string
  readonly namedAbove?: true
  readonly style?: "words" | "dashes"
  readonly skipsDashes?: true
  readonly everywhere?: true
  readonly shortens?: true
  readonly isProgram?: true
  readonly targets?: true
  readonly objects?: number
  readonly runsOperands?: true
  readonly before?: number
  readonly rest?: "itself" | "script" | "command" | "behind dashes" | "data behind dashes" | "anyone"
  readonly otherwise?: "script" | "command"
  /** The harmless options, in the notation of manuals. */
  readonly options?: string
  /** The options that do harm, by reason. */
  readonly dangers?: Readonly<Record<string, string>>
  readonly onlyReads?: true
  /** The options that only make the program read more, by the reason why. */
  readonly readsMore?: Readonly<Record<string, string>>
  /** The options that make a danger harmless, by the danger's reason. */
  readonly lifted?: Readonly<Record<string, string>>
  /** The options with several spellings, the spellings separated by blanks. */
  readonly synonyms?: ReadonlyArray<string>
  /** The implied options: each with the options that imply it. */
  readonly implied?: Readonly<Record<string, string>>
  /** The form of its operands, in which the same operand may be written differently. */
  readonly forms?: FormName
  /** The positions of commands that the program starts. */
  readonly commands?: ReadonlyArray<CommandPosition>
  readonly values?: ReadonlyArray<Rule>
  readonly operands?: ReadonlyArray<Rule>
  readonly alone?: { readonly reason: string; readonly unless?: string; readonly operands?: "any" }
  readonly input?: true | { readonly unless?: string; readonly operands?: number }
  readonly piped?: { readonly reason: string; readonly unless?: string }
  readonly subcommands?: Readonly<Record<string, ListedWords>>
}

/** The dangers of a program without a list of harmless options. */
export interface OpenWords {
  readonly valued?: string
  readonly style?: "words"
  readonly dangers?: Readonly<Record<string, string>>
  readonly inspect?: string
}

type FactName = "starts" | "writes" | "network" | "folder"

/** A fact about a program, or the fact with the manual that supports it. */
export type StatedFact = string | { readonly reason: string; readonly source: string }

/** The file of a program. */
export interface ProgramFile extends ListedWords {
  readonly names: ReadonlyArray<string>
  /** Whether all names are names of one program, as `pip` and `pip3`. */
  readonly oneProgram?: true
  readonly facts?: { readonly [Name in FactName]?: StatedFact } & { readonly source?: string }
  readonly writesTo?: Program["writesTo"]
  /** Present if the program does little more than start another. */
  readonly launcher?: Launcher
  /** Whether the first word may consist of option letters without a dash: `tar xf`. */
  readonly bundlesFirst?: true
  /** The subcommands that can be written in other words, some of them with options: `destroy: [apply -destroy]`. */
  readonly spellings?: Readonly<Record<string, ReadonlyArray<string>>>
  /** The subcommands with several names. */
  readonly aliases?: ReadonlyArray<string>
  readonly shortensAliases?: true
  readonly harmlessWith?: Program["harmlessWith"]
  readonly projectTool?: true
  readonly printsFiles?: Program["printsFiles"]
  readonly passesLines?: Program["passesLines"]
  readonly printsInput?: true
  /** The options with which the program passes lines of its input to a shell; `always`: with any words. */
  readonly feedsShell?: string
  readonly open?: OpenWords
  readonly also?: OpenWords
  readonly examples?: ReadonlyArray<Examples>
}

/** The commands that a test tries under a rule. Each line of a text is a command. */
export interface Examples {
  /** The words that the rule names. */
  readonly rule: string
  readonly harmless?: string
  readonly harmful?: string
}
