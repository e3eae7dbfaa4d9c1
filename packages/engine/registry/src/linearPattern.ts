import { RecentMap } from "@toolgate/core"
import { RE2JS } from "re2js"
import { ecmaPattern } from "./patternDialect.ts"

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
export const linearPattern = (source: string): LinearPattern | string => {
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
