import { leavesShell } from "./builtins.ts"
import { Lexer } from "./Lexer.ts"
import { readAssignment } from "./readAssignment.ts"
import {
  type Assignment,
  type Command,
  type Pipeline,
  type Redirection,
  type SimpleCommand,
  type Statement,
  type SyntaxWord,
  TooDeep,
  UnreadableText
} from "./Syntax.ts"
import type { Dialect } from "./scanWord.ts"
import { Tokens, unexpectedToken } from "./Tokens.ts"

const maxNesting = 100

const redirections = new Set(["<", ">", ">>", ">|", "&>", "&>>", "<>", ">&", "<&", "<<<", "<<", "<<-"])
/** The reserved words that end a list of commands. */
const closers = new Set(["then", "else", "elif", "fi", "do", "done", "esac", "}"])
const unread = new Set(["select", "function", "coproc", "in", "!"])

/**
 * Parses the commands of a text, or returns the reason why the text cannot be read. A text that shells read
 * differently cannot be read.
 *
 * Source: POSIX.1-2024, Shell Command Language, 2.4 "Reserved Words" and 2.10 "Shell Grammar"; bash(1), "SHELL
 * GRAMMAR".
 */
export const parseText = (source: string, dialect: Dialect): ReadonlyArray<Statement> | UnreadableText => {
  try {
    const parser = new Parser(source, 0, dialect, 0, false)
    const statements = parser.list()
    parser.tokens.expect("end", "")
    return statements
  } catch (error) {
    if (error instanceof UnreadableText) return error
    throw error
  }
}

class Parser {
  readonly tokens: Tokens
  private readonly lexer: Lexer
  private nesting: number

  constructor(source: string, from: number, dialect: Dialect, nesting: number, isWaiting: boolean) {
    this.nesting = nesting
    this.lexer = new Lexer(source, from, dialect, (at) => this.commandsFrom(at), isWaiting)
    this.tokens = new Tokens(this.lexer)
  }

  /** Reads the commands of a substitution. Returns them with the index after the closing `)`. */
  private commandsFrom(at: number) {
    const { source, dialect, awaitsLines } = this.lexer
    const inner = new Parser(source, at, dialect, this.deeper(), awaitsLines)
    const body = inner.list()
    inner.tokens.expect("operator", ")")
    const end = inner.lexer.at
    this.nesting--
    return { body, end }
  }

  private get isBash() {
    return this.lexer.dialect === "bash"
  }

  private deeper() {
    if (++this.nesting > maxNesting) throw new TooDeep(`The text nests more than ${maxNesting} deep.`)
    return this.nesting
  }

  /** Reads statements up to the end of the list, which must contain at least one. */
  list(): ReadonlyArray<Statement> {
    const statements: Array<Statement> = []
    this.tokens.newlines()
    while (!this.endsList()) {
      const statement = this.statement()
      const isBackground = this.tokens.skip("operator", "&")
      statements.push({ ...statement, isBackground })
      if (!isBackground && !this.tokens.skip("operator", ";") && !this.tokens.skip("operator", "\n")) break
      this.tokens.newlines()
    }
    if (statements.length === 0) throw new UnreadableText("The text does not contain a command.")
    return statements
  }

  private endsList() {
    const { kind, text } = this.tokens.peek
    if (kind === "end") return true
    return kind === "operator" ? text === ")" || text.startsWith(";") : kind === "word" && closers.has(text)
  }

  private statement(): Omit<Statement, "isBackground"> {
    const first = this.pipeline()
    const rest: Array<Statement["rest"][number]> = []
    for (;;) {
      const operator = (["&&", "||"] as const).find((one) => this.tokens.skip("operator", one))
      if (operator === undefined) return { first, rest }
      this.tokens.newlines()
      rest.push({ operator, pipeline: this.pipeline() })
    }
  }

  private pipeline(): Pipeline {
    const isNegated = this.tokens.skip("word", "!")
    const commands = [this.command()]
    while (this.tokens.skip("operator", "|") || this.tokens.skip("operator", "|&")) {
      this.tokens.newlines()
      commands.push(this.command())
    }
    return { isNegated, commands }
  }

  private command(): Command {
    this.deeper()
    const command = this.compound() ?? this.simple()
    this.nesting--
    return command
  }

  private compound(): Command | undefined {
    const { kind, text } = this.tokens.peek
    if (this.tokens.skip("operator", "(")) {
      const body = this.list()
      this.tokens.expect("operator", ")")
      return { kind: "subshell", body, redirections: this.closing() }
    }
    if (kind !== "word") return undefined
    if (unread.has(text) || closers.has(text)) throw unexpectedToken(this.tokens.peek)
    switch (text) {
      case "{": {
        this.tokens.take()
        const body = this.listUntil("}")
        return { kind: "group", body, redirections: this.closing() }
      }
      case "if":
        return this.conditional()
      case "while":
      case "until": {
        this.tokens.take()
        const condition = this.listUntil("do")
        const body = this.listUntil("done")
        return { kind: "while", condition, body, redirections: this.closing() }
      }
      case "for":
        return this.loop()
      case "case":
        return this.choice()
    }
    return undefined
  }

  private listUntil(closer: string) {
    const body = this.list()
    this.tokens.expect("word", closer)
    return body
  }

  private conditional(): Command {
    const lists: Array<ReadonlyArray<Statement>> = []
    do {
      this.tokens.take()
      lists.push(this.listUntil("then"), this.list())
    } while (this.tokens.is("word", "elif"))
    if (this.tokens.skip("word", "else")) lists.push(this.list())
    this.tokens.expect("word", "fi")
    return { kind: "if", lists, redirections: this.closing() }
  }

  private loop(): Command {
    this.tokens.take()
    const name = this.tokens.take()
    if (name.kind !== "word" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name.text)) throw unexpectedToken(name)
    this.tokens.newlines()
    // Without words, the loop would go through the arguments of the shell.
    this.tokens.expect("word", "in")
    const words: Array<SyntaxWord> = []
    while (this.tokens.peek.kind === "word") words.push(this.tokens.word())
    this.tokens.skip("operator", ";")
    this.tokens.newlines()
    this.tokens.expect("word", "do")
    const body = this.listUntil("done")
    return { kind: "for", variable: name.text, words, body, redirections: this.closing() }
  }

  private choice(): Command {
    this.tokens.take()
    const subject = this.tokens.word()
    this.tokens.newlines()
    this.tokens.expect("word", "in")
    const patterns: Array<SyntaxWord> = []
    const lists: Array<ReadonlyArray<Statement>> = []
    for (;;) {
      this.tokens.newlines()
      if (this.tokens.skip("word", "esac")) break
      this.tokens.skip("operator", "(")
      do patterns.push(this.tokens.word())
      while (this.tokens.skip("operator", "|"))
      this.tokens.expect("operator", ")")
      this.tokens.newlines()
      if (!this.endsList()) lists.push(this.list())
      if (this.tokens.skip("word", "esac")) break
      const { kind, text } = this.tokens.take()
      if (kind !== "operator" || !/^;(?:;|&|;&)$/.test(text)) throw new UnreadableText("A case is not read.")
    }
    return { kind: "case", subject, patterns, lists, redirections: this.closing() }
  }

  /** Reads the redirections after a compound command. No word may follow them. */
  private closing(): ReadonlyArray<Redirection> {
    const found: Array<Redirection> = []
    while (this.redirects()) found.push(this.redirection())
    if (!this.isBash && found.some(isOfBoth)) throw new UnreadableText(readsBoth)
    const { kind, text } = this.tokens.peek
    if (kind === "word" && !closers.has(text)) throw unexpectedToken(this.tokens.peek)
    return found
  }

  private redirects() {
    const { kind, text } = this.tokens.peek
    return kind === "descriptor" || (kind === "operator" && redirections.has(text))
  }

  private redirection(): Redirection {
    const isNumbered = this.tokens.peek.kind === "descriptor"
    if (isNumbered) this.tokens.take()
    const { text: operator } = this.tokens.take()
    if (!redirections.has(operator)) throw new UnreadableText("A redirection has no operator.")
    const target = this.tokens.word()
    const redirection: { -readonly [Key in keyof Redirection]: Redirection[Key] } = { operator, isNumbered, target }
    if (operator === "<<" || operator === "<<-") {
      this.lexer.heredoc(target, operator === "<<-", (body) => {
        redirection.body = body
      })
    }
    return redirection
  }

  private simple(): SimpleCommand {
    const assignments: Array<Assignment> = []
    const words: Array<SyntaxWord> = []
    const found: Array<Redirection> = []
    for (;;) {
      if (this.redirects()) found.push(this.redirection())
      else if (this.tokens.peek.kind === "word") {
        const isFirst = words.length + assignments.length + found.length === 0
        if (isFirst && this.tokens.is("word", "[[")) {
          // A shell without conditions reads them as a command that does not exist.
          this.condition(words)
          return { kind: "simple", assignments, words, redirections: this.closing() }
        }
        if (!this.isBash && found.some(isOfBoth)) throw new UnreadableText(readsBoth)
        const word = this.tokens.word()
        const assignment = words.length === 0 ? readAssignment(this.lexer.source, word) : undefined
        if (assignment !== undefined) assignments.push(assignment)
        else words.push(word)
        // `time` is reserved in some shells, so only a plain command may follow it.
        if (words.length > 0 && words.every(isTime)) this.plainCommand()
      } else break
    }
    if (words.length + assignments.length + found.length === 0) throw unexpectedToken(this.tokens.peek)
    if (!this.isBash && found.some(isOfBoth) && (assignments.length > 0 || !leavesShell(words)))
      throw new UnreadableText(readsBoth)
    return { kind: "simple", assignments, words, redirections: found }
  }

  private condition(words: Array<SyntaxWord>) {
    while (!this.tokens.is("word", "]]")) {
      if (this.tokens.skip("operator", "&&") || this.tokens.skip("operator", "||")) this.fileTest(words)
      else words.push(this.tokens.word())
    }
    words.push(this.tokens.word())
  }

  /**
   * Reads the beginning of `-d file`. A shell without conditions looks for a program of that name, which does not
   * exist.
   */
  private fileTest(words: Array<SyntaxWord>) {
    if (this.tokens.is("word", "!")) words.push(this.tokens.word())
    const { kind, text } = this.tokens.peek
    if (kind !== "word" || !/^-[a-zA-Z]$/.test(text)) throw unexpectedToken(this.tokens.peek)
  }

  private plainCommand() {
    const { kind, text } = this.tokens.peek
    if (kind === "operator" && text === "(") throw unexpectedToken(this.tokens.peek)
    const isCompound = text === "{" || text === "[[" || text === "time" || closers.has(text) || unread.has(text)
    if (kind === "word" && (isCompound || ["if", "while", "until", "for", "case"].includes(text)))
      throw unexpectedToken(this.tokens.peek)
  }
}

const readsBoth = 'The text contains "&>", which shells read differently.'

/** Whether a redirection is one that other shells read as `&`, and a redirection without a command after it. */
const isOfBoth = ({ operator }: Redirection) => operator.startsWith("&>")

const isTime = ({ bare, pieces: [piece] }: SyntaxWord, index: number) =>
  bare && piece?.kind === "text" && (index === 0 ? piece.text === "time" : /^(?:-p|--)$/.test(piece.text))
