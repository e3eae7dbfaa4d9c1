import type { Lexer, Token } from "./Lexer.ts"
import { type SyntaxWord, UnreadableText } from "./Syntax.ts"

/** Reads tokens with one token of look-ahead. */
export class Tokens {
  private readonly lexer: Lexer
  private ahead: Token | undefined

  constructor(lexer: Lexer) {
    this.lexer = lexer
  }

  get peek(): Token {
    this.ahead ??= this.lexer.next()
    return this.ahead
  }

  take(): Token {
    const token = this.peek
    this.ahead = undefined
    return token
  }

  is(kind: Token["kind"], text: string): boolean {
    return this.peek.kind === kind && this.peek.text === text
  }

  /** Consumes an operator or a reserved word if it comes next, and returns whether it did. */
  skip(kind: Token["kind"], text: string): boolean {
    const isNext = this.is(kind, text)
    if (isNext) this.take()
    return isNext
  }

  expect(kind: Token["kind"], text: string): void {
    if (!this.skip(kind, text)) throw unexpectedToken(this.peek)
  }

  newlines(): void {
    while (this.skip("operator", "\n")) {}
  }

  word(): SyntaxWord {
    const token = this.take()
    if (token.kind !== "word") throw unexpectedToken(token)
    return token.word
  }
}

/** Returns the error for an unexpected token. */
export const unexpectedToken = (token: Token): UnreadableText =>
  new UnreadableText(
    token.kind === "end"
      ? "The text ends where a command goes on."
      : `The text has a syntax error, or is read differently by different shells, at "${token.text.replace("\n", "⏎")}".`
  )
