/** Returns where a pattern is found first in a text, at `from` or behind it, or -1. */
export type LineFinder = (text: string, from: number) => number

/** The error of a pattern that is no regular expression of RE2. */
export class PatternInvalid extends Error {}

/**
 * Makes the finder of a pattern. Its time grows with the length of the text alone, whatever the pattern is: the search runs in the gate's
 * own thread, so a pattern that counts far is refused. Rejects with `PatternInvalid`.
 */
export const lineFinder = async (pattern: string, regex: boolean): Promise<LineFinder> => {
  if (!regex) return (text, from) => text.indexOf(pattern, from)
  if (roughSize(pattern) > mostRoughSize) throw tooLarge()
  const { RE2JS, RE2JSSyntaxException } = await import("re2js")
  try {
    const compiled = RE2JS.compile(pattern)
    const instructions = compiled.programSize()
    if (instructions > mostInstructions) throw tooLarge()
    return (text, from) => {
      // To see whether there is a match takes a small part of the time that it takes to see where. Of a large pattern it may take longer.
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

/** The most instructions of a compiled pattern. The time for one character grows with them: 12 ns for each, where all of them are busy. */
const mostInstructions = 2_000

/** The most instructions of a pattern whose matches are only looked for where there is one. */
const mostTested = 500

const tooLarge = () =>
  new PatternInvalid("The pattern counts too far, as in x{1000}y{1000}z{1000}; use smaller counts, or * and +.")

/** The most that `roughSize` may be of a pattern that is compiled at all, because compiling takes time as well. */
const mostRoughSize = 8_000

/** Returns how large the counts of a pattern may make it, without those within others. */
const roughSize = (pattern: string): number => {
  let size = 0
  for (const [, group = "", least = "", most = ""] of pattern.matchAll(/(\)?)\{(\d{1,4})(?:,(\d{0,4}))?\}/g))
    size += Math.max(Number(least), Number(most)) * (group === "" ? 1 : pattern.length)
  return size
}
