/** A range of a source text, as indexes in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A piece of a word, as written. */
export type WordPiece =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  /** A wildcard for characters of file names. `isDeep` when some shells let it stand for whole folders. */
  | { readonly kind: "wildcard"; readonly source: string; readonly isDeep: boolean }
  | { readonly kind: "variable"; readonly name: string; readonly source: string; readonly quoted: boolean }
  | { readonly kind: "arithmetic"; readonly expression: string; readonly source: string; readonly quoted: boolean }
  | {
      readonly kind: "commands"
      readonly body: ReadonlyArray<Statement>
      readonly source: string
      readonly quoted: boolean
      /** Whether the commands are replaced by a file with their output: `<(sort a)`. */
      readonly isFile?: true
    }
  /** Braces that some shells expand to each of the texts. */
  | { readonly kind: "braces"; readonly source: string; readonly choices: ReadonlyArray<string> }
  /** A piece with a known end and an unknown value. */
  | { readonly kind: "unread"; readonly source: string; readonly expands: boolean }

/** A word of a text, before anything in it is expanded. */
export interface SyntaxWord extends Span {
  readonly pieces: ReadonlyArray<WordPiece>
  /** Whether nothing in the word is quoted or expanded. Only such a word can be a reserved word. */
  readonly bare: boolean
}

/** An assignment `NAME=value`, before a command or alone. */
export interface Assignment extends Span {
  readonly name: string
  readonly value: ReadonlyArray<WordPiece>
}

export interface Redirection {
  /** The operator without the number before it: `>`, `<<-`. */
  readonly operator: string
  /** Whether a number before the operator names the descriptor. */
  readonly isNumbered: boolean
  /** The file, the descriptor, or the delimiter of a here-document. */
  readonly target: SyntaxWord
  /** The pieces of a here-document's lines. */
  readonly body?: ReadonlyArray<WordPiece>
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

/** Commands joined by `|`. A single command is a pipeline too. */
export interface Pipeline {
  readonly isNegated: boolean
  readonly commands: ReadonlyArray<Command>
}

/** Pipelines joined by `&&` and `||`, which bind equally, from the left. */
export interface Statement {
  readonly first: Pipeline
  readonly rest: ReadonlyArray<{ readonly operator: "&&" | "||"; readonly pipeline: Pipeline }>
  readonly isBackground: boolean
}

/** A text that cannot be read. The message is a sentence with the reason. */
export class UnreadableText extends Error {}

/** A text that exceeds a bound. */
export class TooDeep extends UnreadableText {}
