import type { FileNames } from "./launchBy.ts"
import type { PartList } from "./PartList.ts"
import type { Ends, ShellState } from "./ShellState.ts"
import type { Statement } from "./Syntax.ts"
import type { Dialect } from "./scanWord.ts"

/** Whether a `cd` in this place is certain to run, and to run in the shell that runs what comes after. */
export type Certainty = "certain" | "uncertain"

/** A text while it is read. */
export interface Reading {
  readonly source: string
  readonly dialect: Dialect
  readonly parts: PartList
  /** The number of texts and commands around this one. */
  readonly depth: number
  /** The names of files that the command reads as its input. Absent: its input may hold anything. */
  readonly fileNames?: FileNames
  /** The text that other commands of a pipeline give to the command as its input. Absent: unknown. */
  readonly input?: string
  /** Reads statements one after the other. Returns the states in which the last one may leave the shell. */
  readonly readStatements: (
    statements: ReadonlyArray<Statement>,
    at: ShellState,
    certainty: Certainty,
    parts?: PartList
  ) => Ends
  /** Reads a text that this one hands to a shell. */
  readonly readInner: (text: string, inner: InnerText, at: ShellState) => Ends
}

/** The way in which a text inside another text is read. */
export interface InnerText {
  readonly dialect: Dialect
  readonly parts: PartList
  readonly depth: number
  readonly certainty: Certainty
}

/** The most texts and commands that may stand inside each other. */
export const maxDepth = 12

/** The reason why a text that stands deeper is not read. */
export const tooDeep = `The text holds more than ${maxDepth} texts or commands inside each other.`

/** The most lists of commands that are read. The body of a loop counts once for each of the loop's words. */
export const maxLists = 2_000
