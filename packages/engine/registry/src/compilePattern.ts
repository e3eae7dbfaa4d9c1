import { quoted, RecentMap } from "@toolgate/core"
import { RE2JS } from "re2js"

/** A compiled `pattern`. The time of a match grows linearly with the text and depends on nothing else. */
export interface LinearPattern {
  readonly test: (text: string) => boolean
  /** Returns the text by which Ajv tells patterns apart. */
  readonly toString: () => string
}

const maxPatternLength = 1000

/**
 * Compiles a pattern with RE2, which runs in linear time on every text. The engine of JavaScript can take exponential
 * time, and nobody is there to interrupt it. Returns the problem as the end of a sentence if either engine does not
 * take the pattern.
 *
 * RE2 has no look-around, no back-references and no more than 1,000 repetitions. Its `\s` is ASCII, and its `.` takes
 * every character but "\n".
 */
export const compilePattern = (source: string): LinearPattern | string => {
  if (source.length > maxPatternLength) return `is longer than ${maxPatternLength} characters`
  const known = recent.get(source)
  if (known !== undefined) return known
  const compiled = compile(source)
  recent.set(source, compiled)
  return compiled
}

/** The results for the last patterns. The tools of one server have many patterns, and few different ones. */
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

/** A pattern as ECMAScript writes it, or the reason why it has no meaning there, as the end of a sentence. */
type EcmaPattern = { readonly source: string } | { readonly problem: string }

/**
 * Returns a pattern as ECMAScript writes it, which is what JSON Schema says patterns are. Python's named group is the same by another
 * name. What other dialects mean by an escape, a class or a count, and ECMAScript reads as plain characters, is refused: "\Z" is the end
 * of a text in Python, the end of its last line in Perl, and a "Z" in ECMAScript. Nothing says what its author meant.
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

/** Whether an escape means the same everywhere that it means anything. */
const isEscape = (rest: string): boolean =>
  /^\\(?:[^A-Za-z]|[dDwWsSbBfnrtv]|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|k<)/.test(rest)

const isPattern = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, flags).source !== ""
  } catch {
    return false
  }
}
