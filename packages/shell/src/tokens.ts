import { type Dialect, scanWord } from "./scanWord.ts"

/** What the shell's reader makes of a text before it looks at what the words mean. */
export interface Token {
  readonly kind: "word" | "operator" | "descriptor"
  readonly start: number
  readonly end: number
  readonly text: string
  /** Whether a word has no quotes, and may be a reserved one. */
  readonly bare: boolean
}

const operators = [
  ...["&>>", "<<<", "<<-", ";;&"],
  ...["&&", "||", ";;", ";&", "|&", "&>", "<<", "<&", "<>", ">>", ">&", ">|"],
  ...["\n", ";", "&", "|", "(", ")", "<", ">"]
]

// What only bash reads as one operator, and another shell as two.
const onlyBash = new Set(["&>>", "<<<", ";;&", ";&", "|&", "&>"])

interface Heredoc {
  readonly delimiter: string
  readonly literal: boolean
  readonly tabs: boolean
}

/**
 * The tokens of a text, newlines among them and comments left out; `undefined` for a text that holds anything computed, or
 * anything of which two shells might make different tokens.
 *
 * This is a second reading, which knows nothing of the grammar: where the two do not agree, neither is believed.
 *
 * Source: POSIX.1-2024, Shell Command Language, 2.3 "Token Recognition"; bash(1).
 */
export const tokensOf = (source: string, dialect: Dialect): ReadonlyArray<Token> | undefined => {
  const tokens: Array<Token> = []
  let heredocs: Array<Heredoc> = []
  let opener: Token | undefined
  let at = 0

  while (at < source.length) {
    const char = source.charAt(at)
    if (char === " " || char === "\t") {
      at++
    } else if (char === "\\" && source[at + 1] === "\n") {
      if (!" \t\n".includes(source[at - 1] ?? "\n")) return undefined
      at += 2
    } else if (char === "#") {
      const end = source.indexOf("\n", at)
      at = end === -1 ? source.length : end
    } else {
      const found = operators.find((operator) => source.startsWith(operator, at))
      if (found !== undefined) {
        if (dialect === "sh" && onlyBash.has(found)) return undefined
        // Process substitution and arithmetic: both are computed.
        if ((found === "<" || found === ">" || found === "(") && source[at + found.length] === "(") return undefined
        if (opener !== undefined) return undefined
        const token: Token = { kind: "operator", start: at, end: at + found.length, text: found, bare: true }
        tokens.push(token)
        at = token.end
        if (found === "<<" || found === "<<-") opener = token
        if (found === "\n" && heredocs.length > 0) {
          const after = afterBodies(source, at, heredocs)
          if (after === undefined) return undefined
          at = after
          heredocs = []
        }
        continue
      }
      const word = scanWord(source, at, dialect)
      const next = source.charAt(word.end)
      if (word.broken || next === "(") return undefined
      if (next === "<" || next === ">") {
        if (source.charAt(at) === "{") return undefined
        if (/^[0-9]+$/.test(source.slice(at, word.end))) {
          if (dialect === "sh" && word.end - at > 1) return undefined
          tokens.push({ kind: "descriptor", start: at, end: word.end, text: word.text, bare: true })
          at = word.end
          continue
        }
      }
      if (opener !== undefined) {
        const raw = source.slice(at, word.end)
        if (!plainDelimiter.test(raw)) return undefined
        heredocs.push({ delimiter: word.text, literal: !word.bare, tabs: opener.text === "<<-" })
        opener = undefined
      }
      tokens.push({ kind: "word", start: at, end: word.end, text: word.text, bare: word.bare })
      at = word.end
    }
  }
  return opener === undefined && heredocs.length === 0 ? tokens : undefined
}

const plainDelimiter = /^(?:[A-Za-z0-9_.-]+|'[A-Za-z0-9_. -]+'|"[A-Za-z0-9_. -]+"|\\[A-Za-z0-9_.-]+)$/

// A body is data, unless its delimiter is unquoted and the body holds anything that then means something.
const afterBodies = (source: string, from: number, heredocs: ReadonlyArray<Heredoc>) => {
  let at = from
  for (const { delimiter, literal, tabs } of heredocs) {
    for (;;) {
      if (at >= source.length) return undefined
      const newline = source.indexOf("\n", at)
      const end = newline === -1 ? source.length : newline
      const line = source.slice(at, end)
      at = newline === -1 ? end : end + 1
      if ((tabs ? line.replace(/^\t+/, "") : line) === delimiter) break
      if (!literal && /[$`\\]/.test(line)) return undefined
    }
  }
  return at
}
