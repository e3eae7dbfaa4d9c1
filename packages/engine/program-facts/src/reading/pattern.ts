import { quoted } from "@toolgate/core"
import { type Shape, textOf } from "@toolgate/yaml-reading"
import { JS, Transformers, transform } from "refa"
import { analyse } from "scslre"
import { readPattern } from "../readPattern.ts"
import { isAmbiguous } from "./isAmbiguous.ts"

/** The bounds of a pattern: the time for its analysis grows faster than its length. Present patterns have up to 439 characters and 18 repetitions. */
const bounds = { characters: 600, repetitions: 24, parentheses: 60 } as const

/**
 * The shape of a pattern: a regular expression between slashes, which is compared with a word in time proportional to
 * the word's length.
 */
export const pattern: Shape<string> = textOf(
  'a pattern between slashes, as in "/^x/"',
  (text, { node }, reading) => {
    const fault = faultIn(text)
    return fault === undefined ? text : reading.fault(node.at, () => fault)
  },
  { pattern: "^/.+/[imsuv]*$" }
)

const faultIn = (text: string): string | undefined => {
  const end = text.lastIndexOf("/")
  if (!text.startsWith("/") || end <= 1)
    return `${quoted(text, 60)} is not a pattern; write it between slashes, as in "/^x/"`
  if (
    text.length > bounds.characters ||
    countOf(/[*+?]|\{\d/g, text) > bounds.repetitions ||
    countOf(/\(/g, text) > bounds.parentheses
  )
    return `${quoted(text, 60)} is too large: a pattern has up to ${bounds.characters} characters and ${bounds.repetitions} signs of repetition; use several patterns`
  // With `g` or `y`, the result depends on the previous word.
  const flag = /[^imsuv]/.exec(text.slice(end + 1))?.[0]
  if (flag !== undefined) return `the flag ${quoted(flag)} is not allowed after a pattern; there are i, m, s, u and v`
  let expression: RegExp
  try {
    expression = readPattern(text)
  } catch (error) {
    return `${quoted(text, 60)} is not a regular expression: ${reasonOf(error)}`
  }
  const growth = growthOf(expression)
  if (growth === undefined)
    return fitsNothing(expression) ? `${quoted(text, 60)} fits no word; write what a word must be` : undefined
  return `the time to compare a word with ${quoted(text, 60)} ${growth}; write the pattern so that a character fits only one of its repetitions`
}

/**
 * Whether a pattern can never match, such as `a^`. A pattern that is too large to analyse counts as one that can
 * match.
 */
const fitsNothing = (expression: RegExp): boolean => {
  try {
    const parsed = JS.Parser.fromLiteral(expression).parse({ backreferences: "throw" }).expression
    const applied = transform(Transformers.applyAssertions(), parsed)
    return transform(Transformers.simplify(), applied).alternatives.length === 0
  } catch {
    return false
  }
}

/** Returns the growth of the time in which a word is compared, unless it is proportional to the word's length. */
const growthOf = (expression: RegExp): string | undefined => {
  if (isAmbiguous(expression) !== false) return "may double with each further character"
  const [report] = analyse(expression).reports
  if (report === undefined) return undefined
  return report.exponential ? "doubles with each further character" : "grows with the square of the word's length"
}

const countOf = (sign: RegExp, text: string): number => text.match(sign)?.length ?? 0

const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message.slice(error.message.lastIndexOf(": ") + 2) : "it cannot be read"
