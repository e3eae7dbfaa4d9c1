import type { ClosedList } from "./ClosedList.ts"
import type { Danger } from "./Danger.ts"
import type { Launcher } from "./Launcher.ts"

/** A fact about a program: a phrase that continues after the program's name ("git starts hooks …"), with its source. */
export interface Fact {
  readonly reason: string
  readonly source: string
}

/** The facts about what a program can do, with some words, beyond its obvious purpose. */
export interface ProgramFacts {
  readonly startsPrograms?: Fact
  readonly writesFiles?: Fact
  readonly reachesNetwork?: Fact
  /** The program takes orders from files in the folder in which it runs. */
  readonly folderDecides?: Fact
}

/** A dangerous word of an argv, with the reason. */
export interface DangerousWord {
  readonly word: string
  readonly reason: string
  /** The option or subcommand that the word names, without a value. */
  readonly name?: string
  /** Whether the only harm is that the program reads more. */
  readonly reads?: true
}

/**
 * The kinds of words and files with which programs are harmless, from the widest to the narrowest. Each includes the
 * later ones.
 */
export const harmlessWith = ["any text", "any words", "any files", "found files"] as const

/** A kind of words or files with which a program is harmless. */
export type HarmlessWith = (typeof harmlessWith)[number]

/** The form of all words of a program. Patterns are regular expressions between slashes. */
export interface WordForm {
  /** The first word. */
  readonly begins?: string
  /** The pattern that one word must match. */
  readonly needs?: string
  /** The pattern that each word with a dash must match. */
  readonly option?: string
  /** The pattern that each other word must match. */
  readonly operand?: string
  /** The number of words without a dash. */
  readonly operands?: number
  /** The pattern that the words match, joined by blanks. */
  readonly words?: string
}

/** The facts about the programs of some names. */
export interface Program {
  readonly names: ReadonlyArray<string>
  /** Whether all names are names of one program. */
  readonly oneProgram?: true
  readonly facts?: ProgramFacts
  /** Present if the program does little more than start another. */
  readonly launcher?: Launcher
  /** The words that are harmless. A closed list takes precedence over the dangers below. */
  readonly closed?: ClosedList
  /** The letters that take a value: the rest of a bundle after such a letter. */
  readonly valued?: string
  /** Whether the program's options are words with one dash (`-exec`), so that bundles do not exist. */
  readonly hasWordOptions?: true
  readonly dangers?: ReadonlyArray<Danger>
  /** The options and the command positions of a program without a list. */
  readonly starting?: ClosedList
  /**
   * The dangers of the words after a subcommand. With subcommands, `dangers` apply only to the words before the first
   * operand.
   */
  readonly subcommands?: ReadonlyArray<{
    readonly names: ReadonlyArray<string>
    readonly dangers: ReadonlyArray<Danger>
  }>
  /** The operands that the program writes, moves or deletes: each of them, or only the last. */
  readonly writesTo?: "operands" | "last operand"
  /** The first operand that is dangerous, counted from 1; all later operands are dangerous too. */
  readonly operands?: { readonly from: number; readonly reason: string }
  /** Finds the dangers that a table cannot express. */
  readonly inspect?: (words: ReadonlyArray<string>) => ReadonlyArray<DangerousWord>
  /** The subcommands with their other names, which deny rules have to know: `["uninstall", "rm", "r"]`. */
  readonly aliases?: ReadonlyArray<ReadonlyArray<string>>
  /** Whether the program also accepts the beginnings of these names, if they are unambiguous. */
  readonly shortens?: true
  /** Whether the first word may consist of option letters without a dash: `tar xf`. */
  readonly bundlesFirst?: true
  /** The subcommands that can be written in other words, some of them with options. */
  readonly spellings?: ReadonlyArray<Spelling>
  readonly harmlessWith?: HarmlessWith
  /** Whether the program checks or builds a project. */
  readonly projectTool?: true
  /** The words with which the program prints only names of files beneath the folders in its words. */
  readonly printsFiles?: ReadonlyArray<WordForm>
  /** The words with which the program prints only lines of its input. */
  readonly passesLines?: WordForm
  /** Whether the program prints what it reads, or lines of it. */
  readonly printsInput?: true
  /** The options with which the program passes lines of its input to a shell; `always`: with any words. */
  readonly feedsShell?: ReadonlyArray<string>
  /** The options that have several spellings. */
  readonly synonyms?: ReadonlyArray<ReadonlyArray<string>>
}

/** A subcommand, and other words that mean the same. */
export interface Spelling {
  readonly plain: ReadonlyArray<string>
  readonly other: ReadonlyArray<string>
  /** The pattern of a further operand without which the other words mean something else. */
  readonly operand?: RegExp
}
