import { decodeAnsiC } from "./decodeAnsiC.ts"

/** Which shell reads a text: bash, or any of those that are called `sh`, of which only what all of them share is read. */
export type Dialect = "bash" | "sh"

/** A word as bash reads it from `start`. */
export interface ScannedWord {
  /** The index after it; where the word cannot be read further, the index reached. */
  readonly end: number
  /** Quotes removed. Only to be used where `computed` is absent. */
  readonly text: string
  /** Whether nothing in it is quoted, as a reserved word must be. */
  readonly bare: boolean
  /** Why it is not known before it runs. The word still ends at `end`, unless it is `broken`. */
  readonly computed?: "expands" | "computed" | "continued"
  readonly broken: boolean
}

const metacharacters = " \t\n;&|<>()"
const expands = /[A-Za-z0-9_@*#?$!({[\\-]/
const patterns = "*?["

/** Reads one word of a shell's text: up to an unquoted blank or operator. Source: bash(1), "QUOTING" and "EXPANSION". */
export const scanWord = (source: string, start: number, dialect: Dialect): ScannedWord => {
  let at = start
  let text = ""
  let bare = true
  let computed: ScannedWord["computed"]
  const broken = (why: "computed" | "continued"): ScannedWord => ({ end: at, text, bare, computed: why, broken: true })

  while (at < source.length) {
    const char = source.charAt(at)
    if (metacharacters.includes(char)) break
    if (char === "\\") {
      const next = source[at + 1]
      // A line that continues in the middle of a word may join what looks like two.
      if (next === undefined || next === "\n") return broken("continued")
      bare = false
      text += next
      at += 2
    } else if (char === "'") {
      const close = source.indexOf("'", at + 1)
      if (close === -1) return broken("computed")
      bare = false
      text += source.slice(at + 1, close)
      at = close + 1
    } else if (char === '"') {
      bare = false
      at++
      for (;;) {
        const inner = source[at]
        if (inner === undefined) return broken("computed")
        if (inner === '"') break
        if (inner === "`" || (inner === "$" && expands.test(source[at + 1] ?? ""))) return broken("computed")
        const next = source[at + 1] ?? ""
        if (inner === "\\" && next === "\n") return broken("continued")
        const escaped = inner === "\\" && next !== "" && '$`"\\'.includes(next)
        text += escaped ? next : inner
        at += escaped ? 2 : 1
      }
      at++
    } else if (char === "$") {
      const next = source[at + 1] ?? ""
      if (next === "'") {
        const decoded = dialect === "bash" ? ansiC(source, at + 2) : undefined
        if (decoded === undefined) return broken("computed")
        bare = false
        text += decoded.text
        at = decoded.end
      } else if (next === '"' || expands.test(next)) {
        return broken("computed")
      } else {
        text += char
        at++
      }
    } else if (char === "`") {
      return broken("computed")
    } else {
      if (patterns.includes(char) || isExpanded(source, start, at)) computed = "expands"
      text += char
      at++
    }
  }
  // `[` alone is a program, `{}` and a lone brace are what they are.
  const raw = source.slice(start, at)
  if (raw === "[" || raw === "[[" || raw === "{}" || raw === "{" || raw === "}") computed = undefined
  return { end: at, text, bare, broken: false, ...(computed === undefined ? {} : { computed }) }
}

// Any brace is doubted: what of them expands, bash decides by all of the word.
const isExpanded = (source: string, start: number, at: number) => {
  const char = source.charAt(at)
  if (char === "{" || char === "}") return true
  return char === "~" && (at === start || ":=".includes(source.charAt(at - 1)))
}

const ansiC = (source: string, from: number) => {
  let at = from
  while (at < source.length && source[at] !== "'") at += source[at] === "\\" ? 2 : 1
  if (at >= source.length) return undefined
  const text = decodeAnsiC(source.slice(from, at))
  return text === undefined ? undefined : { text, end: at + 1 }
}
