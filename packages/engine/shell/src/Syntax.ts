/** Where something stands in a source. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A piece of a word, as it is written. */
export type Piece =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  /** Stands for characters of the names of files; `isDeep` where some shells let it stand for whole folders. */
  | { readonly kind: "wildcard"; readonly source: string; readonly isDeep: boolean }
  | { readonly kind: "variable"; readonly name: string; readonly source: string; readonly quoted: boolean }
  | { readonly kind: "arithmetic"; readonly expression: string; readonly source: string; readonly quoted: boolean }
  | {
      readonly kind: "commands"
      readonly body: ReadonlyArray<Statement>
      readonly source: string
      readonly quoted: boolean
    }
  /** Something whose end is known, and whose value is not. */
  | { readonly kind: "unread"; readonly source: string; readonly expands: boolean }

/** A word of a text, before anything in it is expanded. */
export interface SyntaxWord extends Span {
  readonly pieces: ReadonlyArray<Piece>
  /** Whether nothing in it is quoted or expanded, as a reserved word must be. */
  readonly bare: boolean
}

/** `NAME=value` before a command, or alone. */
export interface Assignment extends Span {
  readonly name: string
  readonly value: ReadonlyArray<Piece>
}

export interface Redirection {
  /** Without the number before it: `>`, `<<-`. */
  readonly operator: string
  /** Whether a number before it says which descriptor it redirects. */
  readonly isNumbered: boolean
  /** The file, the descriptor, or the delimiter of a here-document. */
  readonly target: SyntaxWord
  /** What is between the lines of a here-document. */
  readonly body?: ReadonlyArray<Piece>
}

interface Redirected {
  readonly redirections: ReadonlyArray<Redirection>
}

/** A program with its words, or assignments and redirections alone. */
export interface SimpleCommand extends Redirected {
  readonly kind: "simple"
  readonly assignments: ReadonlyArray<Assignment>
  readonly words: ReadonlyArray<SyntaxWord>
}

type List = ReadonlyArray<Statement>

export type Command =
  | SimpleCommand
  | ({ readonly kind: "subshell" | "group"; readonly body: List } & Redirected)
  | ({ readonly kind: "if"; readonly lists: ReadonlyArray<List> } & Redirected)
  | ({ readonly kind: "while"; readonly condition: List; readonly body: List } & Redirected)
  | ({
      readonly kind: "for"
      readonly variable: string
      readonly words: ReadonlyArray<SyntaxWord>
      readonly body: List
    } & Redirected)
  | ({
      readonly kind: "case"
      readonly subject: SyntaxWord
      readonly patterns: ReadonlyArray<SyntaxWord>
      readonly lists: ReadonlyArray<List>
    } & Redirected)

/** Commands that are joined by `|`; one command is a pipeline too. */
export interface Pipeline {
  readonly isNegated: boolean
  readonly commands: ReadonlyArray<Command>
}

/** Pipelines that are joined by `&&` and `||`, which bind alike, from the left. */
export interface Statement {
  readonly first: Pipeline
  readonly rest: ReadonlyArray<{ readonly operator: "&&" | "||"; readonly pipeline: Pipeline }>
  readonly isBackground: boolean
}

/** Why a text is not read, as a sentence. */
export class Unreadable extends Error {}

/** The reading of a text stopped at a bound of its own. */
export class TooDeep extends Unreadable {}
