import { type Span, type SyntaxWord, UnreadableText, type WordPiece } from "./Syntax.ts"
import { type Dialect, type ReadCommands, scanHeredoc, scanWord } from "./scanWord.ts"

/** A token: a piece of a text as the shell splits it, before it interprets the words. */
export type Token =
  | ({ readonly kind: "operator"; readonly text: string } & Span)
  /** A number before `<` or `>`. */
  | ({ readonly kind: "descriptor"; readonly text: string } & Span)
  | { readonly kind: "word"; readonly text: string; readonly word: SyntaxWord }
  | { readonly kind: "end"; readonly text: "" }

const operators = [
  ...["&>>", "<<<", "<<-", ";;&"],
  ...["&&", "||", ";;", ";&", "|&", "&>", "<<", "<&", "<>", ">>", ">&", ">|"],
  ...["\n", ";", "&", "|", "(", ")", "<", ">"]
]

// The operators that bash reads as one, and other shells as two. The parser compares the two readings of `&>`.
const onlyBash = new Set(["<<<", ";;&", ";&", "|&"])

/** A here-document whose lines have not been read yet. */
interface Pending {
  readonly delimiter: string
  readonly isLiteral: boolean
  readonly tabs: boolean
  readonly hold: (body: ReadonlyArray<WordPiece>) => void
}

const plainDelimiter = /^(?:[A-Za-z0-9_.-]+|'[A-Za-z0-9_. -]+'|"[A-Za-z0-9_. -]+"|\\[A-Za-z0-9_.-]+)$/

/**
 * Splits a text into tokens, including newlines and without comments. Throws `UnreadableText` where shells might split the
 * text differently.
 *
 * Source: POSIX.1-2024, Shell Command Language, 2.3 "Token Recognition"; bash(1).
 */
export class Lexer {
  readonly source: string
  readonly dialect: Dialect
  /** The index after the last token. */
  at: number
  private readonly readCommands: ReadCommands
  /** Whether the lines of an outer here-document have not been read yet. */
  private readonly isWaiting: boolean
  private pending: Array<Pending> = []

  constructor(source: string, from: number, dialect: Dialect, readCommands: ReadCommands, isWaiting: boolean) {
    this.source = source
    this.at = from
    this.dialect = dialect
    this.readCommands = readCommands
    this.isWaiting = isWaiting
  }

  get awaitsLines() {
    return this.isWaiting || this.pending.length > 0
  }

  next(): Token {
    this.skipBlanks()
    const { source, at, dialect } = this
    if (at >= source.length) {
      if (this.pending.length > 0) throw new UnreadableText("A here-document does not end.")
      return { kind: "end", text: "" }
    }
    const operator = operators.find((text) => source.startsWith(text, at))
    if (operator === undefined) return this.word()
    if (dialect === "sh" && onlyBash.has(operator)) {
      throw new UnreadableText(`The text contains "${operator}", which shells read differently.`)
    }
    if (operator === "<" && source[at + 1] === "(" && /[\s;&|(]/.test(source[at - 1] ?? " ")) return this.output()
    // Process substitution and arithmetic.
    if (/^[<>(]$/.test(operator) && source[at + 1] === "(") {
      throw new UnreadableText(`The text contains "${operator}(", which cannot be read.`)
    }
    this.at += operator.length
    if (operator === "\n") this.lines()
    return { kind: "operator", text: operator, start: at, end: at + operator.length }
  }

  /** Notes that the lines of a here-document begin after this line. */
  heredoc(target: SyntaxWord, tabs: boolean, hold: Pending["hold"]) {
    const raw = this.source.slice(target.start, target.end)
    if (!plainDelimiter.test(raw)) throw new UnreadableText("The delimiter of a here-document is not a plain word.")
    const delimiter = raw.replaceAll(/['"\\]/g, "")
    this.pending.push({ delimiter, isLiteral: delimiter !== raw, tabs, hold })
  }

  private skipBlanks() {
    const { source } = this
    for (;;) {
      const char = source[this.at]
      if (char === " " || char === "\t") this.at++
      else if (char === "\\" && source[this.at + 1] === "\n") {
        if (!" \t\n".includes(source[this.at - 1] ?? "\n"))
          throw new UnreadableText("A line continues in the middle of a word.")
        this.at += 2
      } else if (char === "#") {
        const end = source.indexOf("\n", this.at)
        this.at = end === -1 ? source.length : end
      } else return
    }
  }

  private word(): Token {
    const { source, dialect } = this
    const word = scanWord(source, this.at, dialect, this.readCommands)
    const { start, end } = word
    const next = source.charAt(end)
    const text = source.slice(start, end)
    if (next === "(")
      throw new UnreadableText(`The text contains "${text.slice(0, 40)}(": a function, or unsupported syntax.`)
    this.at = end
    if (next === "<" || next === ">") {
      if (source.charAt(start) === "{") throw new UnreadableText("The text names a descriptor by a variable.")
      if (/^[0-9]+$/.test(text)) {
        if (dialect === "sh" && text.length > 1)
          throw new UnreadableText("Shells read a descriptor of two digits differently.")
        return { kind: "descriptor", text, start, end }
      }
    }
    return { kind: "word", text: word.bare ? text : "", word }
  }

  /** Reads `<(commands)`, a word that names a file with their output. Shells without such words stop at the parenthesis. */
  private output(): Token {
    const { source, at: start } = this
    const { body, end } = this.readCommands(start + 2)
    if (!/[\s;&|)]/.test(source[end] ?? " ")) throw new UnreadableText('The text contains "<(" within a word.')
    this.at = end
    const piece = { kind: "commands", body, source: source.slice(start, end), quoted: true, isFile: true } as const
    return { kind: "word", text: "", word: { start, end, pieces: [piece], bare: false } }
  }

  private lines() {
    if (this.isWaiting) throw new UnreadableText("A here-document begins within another command.")
    const { source } = this
    for (const { delimiter, isLiteral, tabs, hold } of this.pending) {
      const from = this.at
      let to = from
      for (;;) {
        if (this.at >= source.length) throw new UnreadableText("A here-document does not end.")
        to = this.at
        const newline = source.indexOf("\n", to)
        const line = source.slice(to, newline === -1 ? source.length : newline)
        this.at = newline === -1 ? source.length : newline + 1
        if ((tabs ? line.replace(/^\t+/, "") : line) === delimiter) break
      }
      const text = source.slice(from, to)
      if (isLiteral) hold([{ kind: "text", text: tabs ? text.replaceAll(/^\t+/gm, "") : text, quoted: true }])
      else hold(scanHeredoc(source, from, to, this.readCommands))
    }
    this.pending = []
  }
}
