import type { ClosedList } from "./ClosedList.ts"
import type { Danger } from "./Danger.ts"

/** Something known of a program: a phrase that goes on after its name ("git starts hooks …"), and where it is written. */
export interface Fact {
  readonly reason: string
  readonly source: string
}

/** What a program can do besides what its name says, whatever its words. */
export interface ProgramFacts {
  readonly startsPrograms?: Fact
  readonly writesFiles?: Fact
  readonly reachesNetwork?: Fact
  /** It takes orders from files of the folder that it runs in. */
  readonly folderDecides?: Fact
}

/** A word of an argv, and why it is dangerous. */
export interface DangerousWord {
  readonly word: string
  readonly reason: string
  /** The option or subcommand that the word names, without a value. */
  readonly name?: string
}

/** What is known of the programs of these names. */
export interface Program {
  readonly names: ReadonlyArray<string>
  readonly facts?: ProgramFacts
  /** What of its words is harmless. Where it is known, it decides, and the dangers below are not looked at. */
  readonly closed?: ClosedList
  /** Letters that take a value: what follows one in a bundle is no option. */
  readonly valued?: string
  /** Whether its options are words with one dash (`-exec`), so that there are no bundles. */
  readonly hasWordOptions?: true
  readonly dangers?: ReadonlyArray<Danger>
  /** Dangers of the words that come after one of these; `dangers` are then those of the words before the first operand. */
  readonly subcommands?: ReadonlyArray<{
    readonly names: ReadonlyArray<string>
    readonly dangers: ReadonlyArray<Danger>
  }>
  /** The operands that it writes, moves or deletes: each of them, or the last one. */
  readonly writesTo?: "operands" | "last operand"
  /** From which operand on, counted from 1, operands are dangerous. */
  readonly operands?: { readonly from: number; readonly reason: string }
  /** Finds what a table cannot say. */
  readonly inspect?: (words: ReadonlyArray<string>) => ReadonlyArray<DangerousWord>
  /** Subcommands with their other names, which a rule that denies has to know: `["uninstall", "rm", "r"]`. */
  readonly aliases?: ReadonlyArray<ReadonlyArray<string>>
  /** Whether the program knows these by their beginnings too, where no two of them share one. */
  readonly shortens?: true
  /** Options that are the same in other spellings. */
  readonly synonyms?: ReadonlyArray<ReadonlyArray<string>>
}

/** One danger for several options, each a word or several in one text with blanks between them. */
export const danger = (reason: string, ...options: ReadonlyArray<string>): Danger => ({
  options: options.flatMap((words) => words.split(/\s+/)),
  reason
})

/** Facts of one source. */
export const factsOf = (source: string, reasons: { readonly [Name in keyof ProgramFacts]?: string }): ProgramFacts =>
  Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, { reason, source }]))
