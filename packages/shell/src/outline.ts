import type { Token } from "./tokens.ts"

/** A command by where its words stand in the source, or a file that a redirection names. */
export type OutlineItem =
  | { readonly kind: "command"; readonly assigned: ReadonlyArray<Token>; readonly words: ReadonlyArray<Token> }
  | { readonly kind: "redirection"; readonly operator: string; readonly target: Token }

const openers = new Set(["if", "then", "elif", "else", "while", "until", "do", "{", "!"])
const closers = new Set(["fi", "done", "}", "esac"])
const unread = new Set(["select", "function", "coproc", "in"])
const redirections = new Set(["<", ">", ">>", ">|", "&>", "&>>", "<>", ">&", "<&", "<<<", "<<", "<<-"])
const separators = new Set([";", "&", "&&", "||", "|", "|&", "\n"])

const assignment = /^[A-Za-z_][A-Za-z0-9_]*\+?=/

/**
 * The simple commands of a text and the targets of its redirections, found from its tokens alone; `undefined` where the
 * tokens do not tell.
 *
 * Source: POSIX.1-2024, Shell Command Language, 2.4 "Reserved Words" and 2.10 "Shell Grammar".
 */
export const outlineOf = (source: string, tokens: ReadonlyArray<Token>): ReadonlyArray<OutlineItem> | undefined => {
  const items: Array<OutlineItem> = []
  const cases: Array<number> = []
  let depth = 0
  let assigned: Array<Token> = []
  let words: Array<Token> = []
  // Where the next word stands: "command" may be reserved, "plain" begins or continues a command, "closed" ends one.
  let place: "command" | "plain" | "closed" = "command"
  let at = 0

  const finish = () => {
    if (words.length + assigned.length > 0) items.push({ kind: "command", assigned, words })
    assigned = []
    words = []
  }
  const is = (index: number, text: string) => tokens[index]?.bare === true && tokens[index]?.text === text

  /** From the token after `case`, or after a `;;`, to the one after the pattern's `)`; -1 where that is not what stands there. */
  const afterPattern = (from: number) => {
    let index = from
    while (is(index, "\n")) index++
    if (is(index, "esac")) return index
    if (is(index, "(")) index++
    for (;;) {
      if (tokens[index]?.kind !== "word") return -1
      index++
      if (is(index, ")")) return index + 1
      if (!is(index, "|")) return -1
      index++
    }
  }

  while (at < tokens.length) {
    const token = tokens[at]
    if (token === undefined) return undefined
    if (token.kind === "descriptor" || (token.kind === "operator" && redirections.has(token.text))) {
      const operator = tokens[token.kind === "descriptor" ? at + 1 : at]
      const target = tokens[token.kind === "descriptor" ? at + 2 : at + 1]
      if (operator === undefined || !redirections.has(operator.text) || target?.kind !== "word") return undefined
      items.push({ kind: "redirection", operator: operator.text, target })
      at += token.kind === "descriptor" ? 3 : 2
      if (place === "command") place = "plain"
      continue
    }
    if (token.kind === "operator") {
      const { text } = token
      if (text === "(") {
        if (place !== "command") return undefined
        depth++
      } else if (text === ")") {
        depth--
        if (depth < 0) return undefined
      } else if (!separators.has(text) && !text.startsWith(";")) {
        return undefined
      }
      finish()
      place = text === ")" ? "closed" : "command"
      at++
      if (text.startsWith(";") && text !== ";") {
        if (cases.at(-1) !== depth) return undefined
        at = afterPattern(at)
        if (at === -1) return undefined
      }
      continue
    }
    const reserved = token.bare && place !== "plain" ? token.text : undefined
    if (reserved !== undefined && closers.has(reserved)) {
      if (reserved === "esac" && cases.pop() !== depth) return undefined
      place = "closed"
      at++
    } else if (
      place === "closed" &&
      reserved !== "then" &&
      reserved !== "do" &&
      reserved !== "else" &&
      reserved !== "elif"
    ) {
      return undefined
    } else if (reserved !== undefined && openers.has(reserved)) {
      place = "command"
      at++
    } else if (reserved !== undefined && unread.has(reserved)) {
      return undefined
    } else if (reserved === "[[") {
      const close = tokens.findIndex((other, index) => index > at && other.bare && other.text === "]]")
      const inside = tokens.slice(at, close + 1)
      if (close === -1 || inside.some(({ kind }) => kind !== "word")) return undefined
      words.push(...inside)
      place = "closed"
      at = close + 1
    } else if (reserved === "for") {
      at += 2
      if (is(at, "in")) {
        at++
        while (tokens[at]?.kind === "word") at++
      }
      if (!is(at, ";") && !is(at, "\n")) return undefined
      while (is(at, "\n") || is(at, ";")) at++
      if (!is(at, "do")) return undefined
    } else if (reserved === "case") {
      at += 2
      while (is(at, "\n")) at++
      if (!is(at, "in")) return undefined
      cases.push(depth)
      at = afterPattern(at + 1)
      if (at === -1) return undefined
    } else {
      // `time` is reserved too, and is read here as a program; what it may stand before is then to be a plain command.
      if (reserved === "time" && !startsPlainly(tokens, at + 1)) return undefined
      if (words.length === 0 && assignment.test(source.slice(token.start, token.end))) assigned.push(token)
      else words.push(token)
      place = "plain"
      at++
    }
  }
  finish()
  return depth === 0 && cases.length === 0 ? items : undefined
}

const startsPlainly = (tokens: ReadonlyArray<Token>, from: number): boolean => {
  const token = tokens[from]
  if (token === undefined || token.kind !== "word") return token?.text !== "("
  if (token.bare && (token.text === "-p" || token.text === "--")) return startsPlainly(tokens, from + 1)
  return !(
    token.bare &&
    (openers.has(token.text) || unread.has(token.text) || ["time", "for", "case", "[["].includes(token.text))
  )
}
