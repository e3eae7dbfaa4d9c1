import type { Node } from "web-tree-sitter"
import type { Ends, Folders } from "./Folders.ts"
import type { PartList } from "./PartList.ts"
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
  /** What the tree says there is, by its place in the source, for comparison with the outline. */
  readonly claims: Set<string>
  /** Notes that a here-document's line goes on after it: the grammar does not tell which statements that one belongs to. */
  readonly goesOn: () => void
  /** Reads one statement of the tree, and says where it leaves the shell. */
  readonly walk: (statement: Node, at: Folders, certainty: Certainty) => Ends
  /** Reads a text that this one hands to a shell. */
  readonly readInner: (text: string, inner: InnerText, at: Folders) => Ends
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

/** Where something stands in a source. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where a node stands in its source. */
export const spanOf = ({ startIndex, endIndex }: Node): Span => ({ start: startIndex, end: endIndex })

const spans = (all: ReadonlyArray<Span>) => all.map(({ start, end }) => `${start}-${end}`).join(",")

/** Names a command by where its words stand. */
export const commandClaim = (assigned: ReadonlyArray<Span>, words: ReadonlyArray<Span>) =>
  `command ${spans(assigned)} ${spans(words)}`

/** Names a redirection by where its target stands. */
export const redirectionClaim = (operator: string, target: Span) => `redirection ${operator} ${spans([target])}`
