import { decodeAnsiC } from "./decodeAnsiC.ts"
import { type Statement, type SyntaxWord, UnreadableText, type WordPiece } from "./Syntax.ts"

/**
 * The shell that reads a text. `sh` stands for all shells of that name: text that they read differently is not read.
 */
export type Dialect = "bash" | "sh"

/** A function that reads the commands of a substitution, from the index after `$(` to the index after its `)`. */
export type ReadCommands = (from: number) => { readonly body: ReadonlyArray<Statement>; readonly end: number }

const metacharacters = " \t\n;&|<>()"

/**
 * Reads one word of a shell text, up to an unquoted blank or operator. Throws `UnreadableText` if the end of the word is
 * not certain.
 *
 * Source: bash(1), "QUOTING" and "EXPANSION"; POSIX.1-2024, Shell Command Language, 2.2 and 2.6.
 */
export const scanWord = (source: string, start: number, dialect: Dialect, readCommands: ReadCommands): SyntaxWord => {
  const scan = new PieceScan(source, start, dialect, readCommands)
  for (;;) {
    const char = source.charAt(scan.at)
    if (char === "" || metacharacters.includes(char)) break
    if (char === "\\") scan.escaped()
    else if (char === "'") scan.singleQuoted()
    else if (char === '"') scan.doubleQuoted()
    else if (char === "$") scan.dollar(false)
    else if (char === "`") throw new UnreadableText(oldSubstitution)
    else scan.plain(start)
  }
  const end = scan.at
  const raw = source.slice(start, end)
  // `[` alone is a program. `{}` and a lone brace are literal.
  if (raw === "[" || raw === "[[" || raw === "{}" || raw === "{" || raw === "}") {
    return { start, end, pieces: [{ kind: "text", text: raw, quoted: false }], bare: true }
  }
  const bare = scan.pieces.every((piece) => piece.kind === "text" && !piece.quoted)
  return { start, end, pieces: scan.pieces, bare }
}

/**
 * Reads the lines of a here-document whose delimiter is not quoted, so that variables and substitutions in them are
 * expanded.
 */
export const scanHeredoc = (source: string, from: number, to: number, readCommands: ReadCommands) => {
  const scan = new PieceScan(source, from, "sh", readCommands)
  while (scan.at < to) scan.expanded("`$\\")
  if (scan.at > to) throw new UnreadableText("A here-document ends inside a computed part.")
  return scan.pieces
}

const oldSubstitution = "The text contains a substitution in backquotes, which shells read differently."
const continued = "A line continues in the middle of a word, which can be read in two ways."
const unfinished = "A quote is not closed."

const name = /[A-Za-z_][A-Za-z0-9_]*/y
const braced = /\$\{(?:([A-Za-z_][A-Za-z0-9_]*|[?#$])\}|[^{}"'`$\\\n]*\})/y
const sums = /\$\(\(([0-9A-Za-z_$+\-*/%() \t]*)\)\)/y
const brackets = /\[[!^]?\]?(?:[^\][/"'`$\\\s;&|<>()!^~{}]|\[:[a-z]+:\])+\]/y
const braces = /\{[A-Za-z0-9_-]*\}/y
const choices = /\{([\w./+-]*(?:,[\w./+-]*)+)\}|\{(0|[1-9]\d{0,3})\.\.(0|[1-9]\d{0,3})\}/y

const matchAt = (pattern: RegExp, source: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(source)
}

const mostNumbers = 64

const numbersBetween = (from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => `${to < from ? from - at : from + at}`)

class PieceScan {
  readonly pieces: Array<WordPiece> = []
  at: number
  private readonly source: string
  private readonly dialect: Dialect
  private readonly readCommands: ReadCommands

  constructor(source: string, at: number, dialect: Dialect, readCommands: ReadCommands) {
    this.source = source
    this.at = at
    this.dialect = dialect
    this.readCommands = readCommands
  }

  private text(text: string, quoted: boolean) {
    const last = this.pieces.at(-1)
    if (last?.kind === "text" && last.quoted === quoted) {
      this.pieces[this.pieces.length - 1] = { ...last, text: last.text + text }
    } else this.pieces.push({ kind: "text", text, quoted })
  }

  escaped() {
    const next = this.source[this.at + 1]
    // A line that continues in the middle of a word may join what looks like two words.
    if (next === undefined || next === "\n") throw new UnreadableText(continued)
    this.text(next, true)
    this.at += 2
  }

  singleQuoted() {
    const close = this.source.indexOf("'", this.at + 1)
    if (close === -1) throw new UnreadableText(unfinished)
    this.text(this.source.slice(this.at + 1, close), true)
    this.at = close + 1
  }

  doubleQuoted() {
    this.at++
    this.text("", true)
    while (this.source[this.at] !== '"') {
      if (this.at >= this.source.length) throw new UnreadableText(unfinished)
      this.expanded('$`"\\')
    }
    this.at++
  }

  /** Reads one character between double quotes. A backslash escapes only the characters in `special`. */
  expanded(special: string) {
    const { source, at } = this
    const char = source.charAt(at)
    if (char === "`") throw new UnreadableText(oldSubstitution)
    if (char === "$") return this.dollar(true)
    const next = source[at + 1] ?? ""
    if (char === "\\" && next === "\n") throw new UnreadableText(continued)
    const isEscaped = char === "\\" && next !== "" && special.includes(next)
    this.text(isEscaped ? next : char, true)
    this.at += isEscaped ? 2 : 1
  }

  dollar(quoted: boolean) {
    const { source, at } = this
    const next = source.charAt(at + 1)
    if (next === "(") return this.substitution(quoted)
    if (next === "{") return this.braced(quoted)
    if (next === "'" && !quoted) return this.ansiC()
    if (next === '"' && !quoted) throw new UnreadableText('The text contains $"…", which shells read differently.')
    if (next === "[" || next === "\\")
      throw new UnreadableText(`The text contains "$${next}", which shells read differently.`)
    const named = matchAt(name, source, at + 1)?.[0]
    if (named !== undefined) return this.variable(named, at + 1 + named.length, quoted)
    if ("?#$".includes(next) && next !== "") return this.variable(next, at + 2, quoted)
    if (/[0-9@*!-]/.test(next)) return this.unread(at + 2, false)
    this.text("$", quoted)
    this.at++
  }

  // zsh reads an index, or a letter after a colon, as part of the variable, and the text after `$#` as its name.
  private variable(named: string, end: number, quoted: boolean) {
    const after = this.source.slice(end, end + 2)
    if (/^(?:\[|:[^\s"'/.,;)])/.test(after) || (named === "#" && !/^(?:$|[\s"';)/.,])/.test(after)))
      return this.unread(end, false)
    this.pieces.push({ kind: "variable", name: named, source: this.source.slice(this.at, end), quoted })
    this.at = end
  }

  private braced(quoted: boolean) {
    const found = matchAt(braced, this.source, this.at)
    if (found === null) throw new UnreadableText(`The text contains "\${…}" with more than a name in it.`)
    const end = this.at + found[0].length
    if (found[1] === undefined || this.source[end] === "[") return this.unread(end, false)
    this.pieces.push({ kind: "variable", name: found[1], source: found[0], quoted })
    this.at = end
  }

  private substitution(quoted: boolean) {
    const { source, at } = this
    if (source.startsWith("$((", at)) {
      const found = matchAt(sums, source, at)
      if (found === null) throw new UnreadableText("The text contains unsupported arithmetic.")
      this.pieces.push({ kind: "arithmetic", expression: found[1] ?? "", source: found[0], quoted })
      this.at = at + found[0].length
      return
    }
    const { body, end } = this.readCommands(at + 2)
    this.pieces.push({ kind: "commands", body, source: source.slice(at, end), quoted })
    this.at = end
  }

  private ansiC() {
    const { source, at } = this
    let close = at + 2
    while (close < source.length && source[close] !== "'") close += source[close] === "\\" ? 2 : 1
    const text = this.dialect === "bash" && close < source.length ? decodeAnsiC(source.slice(at + 2, close)) : undefined
    if (text === undefined) throw new UnreadableText("The text contains $'…', which shells read differently.")
    this.text(text, true)
    this.at = close + 1
  }

  private unread(end: number, expands: boolean) {
    this.pieces.push({ kind: "unread", source: this.source.slice(this.at, end), expands })
    this.at = end
  }

  /** Reads a character that is not quoted, in a word that begins at `start`. */
  plain(start: number) {
    const { source, at } = this
    const char = source.charAt(at)
    const before = at === start ? "" : source.charAt(at - 1)
    if (char === "*" || char === "?") return this.wildcard(start)
    if (char === "[") {
      const found = matchAt(brackets, source, at)
      if (found === null) return this.unread(at + 1, true)
      this.pieces.push({ kind: "wildcard", source: found[0], isDeep: false })
      this.at += found[0].length
      return
    }
    if (char === "{" || char === "}") {
      // A brace after other characters, without a comma or dots inside, is literal.
      const plain = at > start ? matchAt(braces, source, at)?.[0] : undefined
      if (plain === undefined) return this.braces()
      this.text(plain, false)
      this.at += plain.length
      return
    }
    // zsh replaces the program name that follows by the program's path.
    const isPath = char === "=" && at === start && /[\w./-]/.test(source.charAt(at + 1))
    if (isPath && this.dialect === "sh") return this.unread(at + 1, true)
    // After an equals sign, a tilde is expanded only in a word that could set a variable.
    const isHome =
      before === "=" ? /^(?:[A-Za-z_]\w*\+?)?=$/.test(source.slice(start, at)) : at === start || before === ":"
    if (char === "~" && isHome) return this.unread(at + 1, true)
    this.text(char, false)
    this.at++
  }

  private braces() {
    const [source, list, from, to] = matchAt(choices, this.source, this.at) ?? []
    // A range longer than the bound is not expanded.
    const isLong = from !== undefined && Math.abs(Number(to) - Number(from)) >= mostNumbers
    if (source === undefined || isLong) return this.unread(this.at + 1, true)
    this.pieces.push({ kind: "braces", source, choices: list?.split(",") ?? numbersBetween(Number(from), Number(to)) })
    this.at += source.length
  }

  private wildcard(start: number) {
    const { source, at } = this
    let end = at + 1
    while (source[end] === "*" || source[end] === "?") end++
    const run = source.slice(at, end)
    const isFolder = (at === start || source[at - 1] === "/") && source[end] === "/"
    // zsh goes into folders for `**/`, and through links for `***/`.
    if (run.startsWith("***")) return this.unread(end, true)
    this.pieces.push({ kind: "wildcard", source: run, isDeep: run === "**" && isFolder })
    this.at = end
  }
}
