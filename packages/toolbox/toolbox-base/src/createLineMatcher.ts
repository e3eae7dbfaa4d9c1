import { invalid } from "./worker/JobFailed.ts"

interface Pattern {
  readonly pattern: string
  /** Whether the pattern is an RE2 regular expression instead of plain text. */
  readonly regex: boolean
  readonly ignore_case?: boolean
}

/** A compiled pattern for lines. */
export interface LineMatcher {
  /** Returns the offset of the first match in a line, or -1. */
  readonly find: (line: string) => number
  /** Whether a text may contain a matching line. Faster than testing each line. */
  readonly mayBeIn: (text: string) => boolean
}

/** Creates a matcher for a pattern. It takes time linear in the text for every pattern. */
export const createLineMatcher = async (given: Pattern): Promise<LineMatcher> => {
  const { pattern, regex, ignore_case = false } = given
  if (!regex) return ignore_case ? foldedMatcher(pattern.toLowerCase()) : textMatcher(pattern)
  const { RE2JS, RE2JSSyntaxException } = await import("re2js")
  try {
    const flags = RE2JS.MULTILINE | (ignore_case ? RE2JS.CASE_INSENSITIVE : 0)
    const compiled = RE2JS.compile(pattern, flags)
    const find = (line: string) => {
      if (!compiled.test(line)) return -1
      const matcher = compiled.matcher(line)
      return matcher.find() ? matcher.start() : -1
    }
    return { find, mayBeIn: saysWhereTextsEnd.test(pattern) ? () => true : (text) => compiled.test(text) }
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw invalid(
      `The pattern is not a regular expression of RE2: ${error.getDescription()}. RE2 has no look-around and no back-references.`
    )
  }
}

/** Pattern parts whose meaning changes between a line and a text of several lines. */
const saysWhereTextsEnd = /\\[Az]|\(\?[A-Za-z]*-/

const textMatcher = (pattern: string): LineMatcher => ({
  find: (line) => line.indexOf(pattern),
  mayBeIn: (text) => text.includes(pattern)
})

const foldedMatcher = (pattern: string): LineMatcher => ({
  find: (line) => line.toLowerCase().indexOf(pattern),
  mayBeIn: (text) => text.toLowerCase().includes(pattern)
})

/** Returns a line without its end, cut to 500 characters around `at`. */
export const shortenLine = (text: string, at = 0): string => {
  const whole = text.endsWith("\r") ? text.slice(0, -1) : text
  const from = at > mostShown - margin ? at - margin : 0
  const part = whole.slice(from, from + mostShown).toWellFormed()
  return `${from > 0 ? "…" : ""}${part}${from + mostShown < whole.length ? "…" : ""}`
}

const mostShown = 500
const margin = 100
