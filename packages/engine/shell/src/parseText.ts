import { Lexer, type Token } from "./Lexer.ts"
import {
  type Assignment,
  type Command,
  type Pipeline,
  type Redirection,
  type SimpleCommand,
  type Statement,
  type SyntaxWord,
  TooDeep,
  Unreadable
} from "./Syntax.ts"
import type { Dialect } from "./scanWord.ts"

/** How deep commands may stand inside each other. */
const maxNesting = 100

const redirections = new Set(["<", ">", ">>", ">|", "&>", "&>>", "<>", ">&", "<&", "<<<", "<<", "<<-"])
/** Words that end a list of commands where a command could stand. */
const closers = new Set(["then", "else", "elif", "fi", "do", "done", "esac", "}"])
const unread = new Set(["select", "function", "coproc", "in", "!"])
const assigned = /^([A-Za-z_][A-Za-z0-9_]*)=/

/**
 * The commands of a text, or why it is not read: whatever shells read in different ways is not.
 *
 * Source: POSIX.1-2024, Shell Command Language, 2.4 "Reserved Words" and 2.10 "Shell Grammar"; bash(1), "SHELL GRAMMAR".
 */
export const parseText = (source: string, dialect: Dialect): ReadonlyArray<Statement> | Unreadable => {
  try {
    const parser = new Parser(source, 0, dialect, 0, false)
    const statements = parser.list()
    parser.expect("end", "")
    return statements
  } catch (error) {
    if (error instanceof Unreadable) return error
    throw error
  }
}

class Parser {
  private readonly lexer: Lexer
  private nesting: number
  private ahead: Token | undefined

  constructor(source: string, from: number, dialect: Dialect, nesting: number, isWaiting: boolean) {
    this.nesting = nesting
    this.lexer = new Lexer(source, from, dialect, (at) => this.commandsFrom(at), isWaiting)
  }

  /** The commands of a substitution, with the index after its `)`. */
  private commandsFrom(at: number) {
    const { source, dialect, awaitsLines } = this.lexer
    const inner = new Parser(source, at, dialect, this.deeper(), awaitsLines)
    const body = inner.list()
    inner.expect("operator", ")")
    const end = inner.lexer.at
    this.nesting--
    return { body, end }
  }

  private deeper() {
    if (++this.nesting > maxNesting) throw new TooDeep(`The text nests more than ${maxNesting} deep.`)
    return this.nesting
  }

  private get peek(): Token {
    this.ahead ??= this.lexer.next()
    return this.ahead
  }

  private take(): Token {
    const token = this.peek
    this.ahead = undefined
    return token
  }

  private is(kind: Token["kind"], text: string) {
    return this.peek.kind === kind && this.peek.text === text
  }

  expect(kind: Token["kind"], text: string) {
    if (!this.is(kind, text)) throw new Unreadable(unexpected(this.peek))
    this.take()
  }

  private newlines() {
    while (this.is("operator", "\n")) this.take()
  }

  /** Statements up to what ends the list, which has at least one. */
  list(): ReadonlyArray<Statement> {
    const statements: Array<Statement> = []
    this.newlines()
    while (!this.endsList()) {
      const statement = this.statement()
      const isBackground = this.is("operator", "&")
      statements.push({ ...statement, isBackground })
      if (isBackground || this.is("operator", ";") || this.is("operator", "\n")) this.take()
      else break
      this.newlines()
    }
    if (statements.length === 0) throw new Unreadable("The text holds no command.")
    return statements
  }

  private endsList() {
    const { kind, text } = this.peek
    if (kind === "end") return true
    return kind === "operator" ? text === ")" || text.startsWith(";") : kind === "word" && closers.has(text)
  }

  private statement(): Omit<Statement, "isBackground"> {
    const first = this.pipeline()
    const rest: Array<Statement["rest"][number]> = []
    for (;;) {
      const operator = this.is("operator", "&&") ? "&&" : this.is("operator", "||") ? "||" : undefined
      if (operator === undefined) return { first, rest }
      this.take()
      this.newlines()
      rest.push({ operator, pipeline: this.pipeline() })
    }
  }

  private pipeline(): Pipeline {
    const isNegated = this.is("word", "!")
    if (isNegated) this.take()
    const commands = [this.command()]
    while (this.is("operator", "|") || this.is("operator", "|&")) {
      this.take()
      this.newlines()
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
    const { kind, text } = this.peek
    if (kind === "operator" && text === "(") {
      this.take()
      const body = this.list()
      this.expect("operator", ")")
      return { kind: "subshell", body, redirections: this.closing() }
    }
    if (kind !== "word") return undefined
    if (unread.has(text) || closers.has(text)) throw new Unreadable(unexpected(this.peek))
    switch (text) {
      case "{": {
        this.take()
        const body = this.listUntil("}")
        return { kind: "group", body, redirections: this.closing() }
      }
      case "if":
        return this.conditional()
      case "while":
      case "until": {
        this.take()
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
    this.expect("word", closer)
    return body
  }

  private conditional(): Command {
    const lists: Array<ReadonlyArray<Statement>> = []
    do {
      this.take()
      lists.push(this.listUntil("then"), this.list())
    } while (this.is("word", "elif"))
    if (this.is("word", "else")) {
      this.take()
      lists.push(this.list())
    }
    this.expect("word", "fi")
    return { kind: "if", lists, redirections: this.closing() }
  }

  private loop(): Command {
    this.take()
    const name = this.take()
    if (name.kind !== "word" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name.text)) throw new Unreadable(unexpected(name))
    this.newlines()
    // Without words it goes through those that the shell was given.
    this.expect("word", "in")
    const words: Array<SyntaxWord> = []
    while (this.peek.kind === "word") words.push(this.word())
    if (this.is("operator", ";") || this.is("operator", "\n")) this.take()
    this.newlines()
    this.expect("word", "do")
    const body = this.listUntil("done")
    return { kind: "for", variable: name.text, words, body, redirections: this.closing() }
  }

  private choice(): Command {
    this.take()
    const subject = this.word()
    this.newlines()
    this.expect("word", "in")
    const patterns: Array<SyntaxWord> = []
    const lists: Array<ReadonlyArray<Statement>> = []
    for (;;) {
      this.newlines()
      if (this.is("word", "esac")) break
      if (this.is("operator", "(")) this.take()
      patterns.push(this.word())
      while (this.is("operator", "|")) {
        this.take()
        patterns.push(this.word())
      }
      this.expect("operator", ")")
      this.newlines()
      if (!this.endsList()) lists.push(this.list())
      if (this.is("word", "esac")) break
      const { kind, text } = this.take()
      if (kind !== "operator" || !/^;(?:;|&|;&)$/.test(text)) throw new Unreadable("A case is not read.")
    }
    this.take()
    return { kind: "case", subject, patterns, lists, redirections: this.closing() }
  }

  private word(): SyntaxWord {
    const token = this.take()
    if (token.kind !== "word") throw new Unreadable(unexpected(token))
    return token.word
  }

  /** The redirections after a compound command, behind which no word may stand. */
  private closing(): ReadonlyArray<Redirection> {
    const found: Array<Redirection> = []
    while (this.redirects()) found.push(this.redirection())
    const { kind, text } = this.peek
    if (kind === "word" && !closers.has(text)) throw new Unreadable(unexpected(this.peek))
    return found
  }

  private redirects() {
    const { kind, text } = this.peek
    return kind === "descriptor" || (kind === "operator" && redirections.has(text))
  }

  private redirection(): Redirection {
    const isNumbered = this.peek.kind === "descriptor"
    if (isNumbered) this.take()
    const { text: operator } = this.take()
    if (!redirections.has(operator)) throw new Unreadable("A redirection has no operator.")
    const target = this.word()
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
    const isBash = this.lexer.dialect === "bash"
    for (;;) {
      if (this.redirects()) found.push(this.redirection())
      else if (this.peek.kind === "word") {
        const isFirst = words.length + assignments.length + found.length === 0
        if (isFirst && this.is("word", "[[")) {
          if (isBash) this.condition(words)
          else throw new Unreadable("The text holds [[ … ]], which shells read in different ways.")
          return { kind: "simple", assignments, words, redirections: this.closing() }
        }
        const word = this.word()
        const assignment = words.length === 0 ? this.assignment(word) : undefined
        if (assignment !== undefined) assignments.push(assignment)
        else words.push(word)
        // `time` is reserved in some shells; what it stands before is then to be a plain command.
        if (words.length > 0 && words.every(isTime)) this.plainCommand()
      } else break
    }
    if (words.length + assignments.length + found.length === 0) throw new Unreadable(unexpected(this.peek))
    return { kind: "simple", assignments, words, redirections: found }
  }

  private condition(words: Array<SyntaxWord>) {
    while (!this.is("word", "]]")) words.push(this.word())
    words.push(this.word())
  }

  private plainCommand() {
    const { kind, text } = this.peek
    if (kind === "operator" && text === "(") throw new Unreadable(unexpected(this.peek))
    const isCompound = text === "{" || text === "[[" || text === "time" || closers.has(text) || unread.has(text)
    if (kind === "word" && (isCompound || ["if", "while", "until", "for", "case"].includes(text)))
      throw new Unreadable(unexpected(this.peek))
  }

  private assignment({ start, end, pieces }: SyntaxWord): Assignment | undefined {
    const name = assigned.exec(this.lexer.source.slice(start, end))?.[1]
    const [first, ...rest] = pieces
    if (name === undefined || first?.kind !== "text") {
      if (/^[A-Za-z_][A-Za-z0-9_]*(?:\+=|\[)/.test(this.lexer.source.slice(start, end)))
        throw new Unreadable("The text holds an assignment that shells read in different ways.")
      return undefined
    }
    const text = first.text.slice(name.length + 1)
    // zsh takes what follows a second `=` for a program, and puts its path there.
    if (/^=[\w./-]/.test(text)) throw new Unreadable("The text holds an assignment that shells read in different ways.")
    return { name, start, end, value: text === "" ? rest : [{ ...first, text }, ...rest] }
  }
}

const isTime = ({ bare, pieces: [piece] }: SyntaxWord, index: number) =>
  bare && piece?.kind === "text" && (index === 0 ? piece.text === "time" : /^(?:-p|--)$/.test(piece.text))

const unexpected = (token: Token) =>
  token.kind === "end"
    ? "The text ends where a command goes on."
    : `The text has a syntax error, or is one that shells read in different ways, at "${token.text.replace("\n", "⏎")}".`
