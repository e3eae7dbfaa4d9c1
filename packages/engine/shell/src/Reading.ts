import type { PartList } from "./PartList.ts"
import type { Ends, ShellState } from "./ShellState.ts"
import type { Statement } from "./Syntax.ts"
import type { Dialect } from "./scanWord.ts"

/** Whether a `cd` that stands somewhere surely runs, and in the shell that runs what comes after. */
export type Certainty = "certain" | "uncertain"

/** One text while it is read. */
export interface Reading {
  readonly source: string
  readonly dialect: Dialect
  readonly parts: PartList
  /** How many texts and commands this one stands inside of. */
  readonly depth: number
  /** Reads statements one after the other, and answers where the last of them leaves the shell. */
  readonly list: (statements: ReadonlyArray<Statement>, at: ShellState, certainty: Certainty, parts?: PartList) => Ends
  /** Reads a text that this one hands to a shell. */
  readonly readInner: (text: string, inner: InnerText, at: ShellState) => Ends
}

/** How a text that stands inside another one is read. */
export interface InnerText {
  readonly dialect: Dialect
  readonly parts: PartList
  readonly depth: number
  readonly certainty: Certainty
}

/** How deep texts and commands may stand inside each other. */
export const maxDepth = 12

/** Why a text is not read that stands deeper. */
export const tooDeep = `The text holds more than ${maxDepth} texts or commands inside each other.`
