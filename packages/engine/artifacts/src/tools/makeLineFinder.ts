/** Returns the index of the first match at or after `from`, or -1. */
export type LineFinder = (text: string, from: number) => number

/** The error for a pattern that RE2 cannot compile. */
export class PatternInvalid extends Error {}

/**
 * Compiles a pattern. Matching takes linear time for every pattern. It runs in the gate's own thread, so a pattern with
 * large counts is refused. Rejects with `PatternInvalid`.
 */
export const makeLineFinder = async (pattern: string, regex: boolean): Promise<LineFinder> => {
  if (!regex) return (text, from) => text.indexOf(pattern, from)
  if (roughSize(pattern) > mostRoughSize) throw tooLarge()
  const { RE2JS, RE2JSSyntaxException } = await import("re2js")
  try {
    const compiled = RE2JS.compile(pattern)
    const instructions = compiled.programSize()
    if (instructions > mostInstructions) throw tooLarge()
    return (text, from) => {
      // `test` is much cheaper than finding the position, except for large patterns.
      if (instructions <= mostTested && !compiled.test(text)) return -1
      const matcher = compiled.matcher(text)
      return matcher.find(from) ? matcher.start() : -1
    }
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw new PatternInvalid(
      `The pattern is not a regular expression of RE2: ${error.getDescription()}. RE2 has no look-around and no back-references.`
    )
  }
}

/** The instruction limit of a compiled pattern. A character takes up to 12 ns for each instruction. */
const mostInstructions = 2_000

/** The instruction limit up to which `test` runs before `find`. */
const mostTested = 500

const tooLarge = () =>
  new PatternInvalid(
    "The counts in the pattern are too large, as in x{1000}y{1000}z{1000}; use smaller counts, or * and +."
  )

/** The limit on `roughSize`, checked before compiling, because compiling takes time too. */
const mostRoughSize = 8_000

/** Estimates how much the counts of a pattern enlarge it. Nested counts are not multiplied. */
const roughSize = (pattern: string): number => {
  let size = 0
  for (const [, group = "", least = "", most = ""] of pattern.matchAll(/(\)?)\{(\d{1,4})(?:,(\d{0,4}))?\}/g))
    size += Math.max(Number(least), Number(most)) * (group === "" ? 1 : pattern.length)
  return size
}
