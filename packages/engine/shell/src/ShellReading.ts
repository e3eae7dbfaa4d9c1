import type { PartList } from "./PartList.ts"
import type { FileNames } from "./readLaunch.ts"
import type { Ends, ShellState } from "./ShellState.ts"
import type { Statement } from "./Syntax.ts"
import type { Dialect } from "./scanWord.ts"

/** Whether a `cd` here is certain to run, and in the same shell as the commands after it. */
export type Certainty = "certain" | "uncertain"

/** The state of reading one text. */
export interface ShellReading {
  readonly source: string
  readonly dialect: Dialect
  readonly parts: PartList
  /** The number of texts and commands around this one. */
  readonly depth: number
  /** The kind of file names on the command's input. Absent: the input may be anything. */
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
  /** Reads a text that this text passes to a shell. */
  readonly readInner: (text: string, inner: InnerText, at: ShellState) => Ends
}

/** The way in which a text inside another text is read. */
export interface InnerText {
  readonly dialect: Dialect
  readonly parts: PartList
  readonly depth: number
  readonly certainty: Certainty
}

/** The deepest nesting of texts and commands. */
export const maxDepth = 12

/** The reason why a more deeply nested text is not read. */
export const tooDeep = `The text contains more than ${maxDepth} nested texts or commands.`

/** The largest number of command lists. The body of a loop counts once for each of the loop's words. */
export const maxLists = 2_000
