import { quoted, RecentMap } from "@toolgate/core"
import { RE2JS } from "re2js"

/** A compiled `pattern`. Matching takes time linear in the text. */
export interface LinearPattern {
  readonly test: (text: string) => boolean
  readonly toString: () => string
}

const maxPatternLength = 1000

/**
 * Compiles a pattern with RE2, which matches in linear time. The JavaScript engine can take exponential time and cannot be
 * interrupted. Returns the problem as a clause if either engine rejects the pattern.
 *
 * RE2 has no look-around, no back-references and at most 1,000 repetitions. Its `\s` is ASCII, and its `.` matches
 * everything except "\n".
 */
export const compilePattern = (source: string): LinearPattern | string => {
  if (source.length > maxPatternLength) return `is longer than ${maxPatternLength} characters`
  const known = recent.get(source)
  if (known !== undefined) return known
  const compiled = compile(source)
  recent.set(source, compiled)
  return compiled
}

/** The latest results. The tools of a server often repeat few patterns. */
const recent = new RecentMap<LinearPattern | string>(64)

const compile = (source: string): LinearPattern | string => {
  const written = ecmaPattern(source)
  if ("problem" in written) return written.problem
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(written.source))
    return { test: (text) => compiled.test(text), toString: () => source }
  } catch {
    return "cannot be matched in linear time: write it without look-around, back-references and counts over 1,000"
  }
}

/** An ECMAScript pattern, or the problem as a clause. */
type EcmaPattern = { readonly source: string } | { readonly problem: string }

/**
 * Converts a pattern to ECMAScript, as JSON Schema requires. Python's named groups are rewritten. Escapes, classes and
 * counts that other dialects define but ECMAScript treats literally are refused: "\Z" is the end of the text in Python,
 * the end of the last line in Perl and a "Z" in ECMAScript, so the intended meaning is unknown.
 */
const ecmaPattern = (source: string): EcmaPattern => {
  const isUnicode = isPattern(source, "u")
  let isInClass = false
  let written = ""
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at, at + 128)
    const [token = rest.charAt(0)] = /^(?:\\[\s\S]?|\(\?P<(?=[A-Za-z_])|\[:\^?[a-z]+:\]|\{,\d+\})/.exec(rest) ?? []
    if (token.startsWith("[:") && isInClass) return { problem: foreign(token) }
    if (!isInClass && token.startsWith("{,") && !isUnicode) return { problem: foreign(token) }
    if (token.startsWith("\\") && !isUnicode && !isEscape(rest)) return { problem: foreign(token) }
    const isToken = token.startsWith("\\") || (token === "(?P<" && !isInClass)
    if (!isToken && source[at] === "[") isInClass = true
    else if (!isToken && source[at] === "]") isInClass = false
    written += token === "(?P<" && !isInClass ? "(?<" : isToken ? token : source.charAt(at)
    at += isToken ? token.length : 1
  }
  return isPattern(written, "u") || isPattern(written, "")
    ? { source: written }
    : { problem: "is not a regular expression" }
}

const foreign = (token: string): string =>
  `has ${quoted(token)}, which means something else in ECMAScript than in other dialects: write it as ECMAScript does, such as "^" and "$" for the ends of the text`

/** Whether an escape has the same meaning in every dialect that defines it. */
const isEscape = (rest: string): boolean =>
  /^\\(?:[^A-Za-z]|[dDwWsSbBfnrtv]|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|k<)/.test(rest)

const isPattern = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, flags).source !== ""
  } catch {
    return false
  }
}
