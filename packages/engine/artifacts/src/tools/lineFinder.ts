/** Returns where a pattern is found first in a text, at `from` or behind it, or -1. */
export type LineFinder = (text: string, from: number) => number

/** The error of a pattern that is no regular expression of RE2. */
export class PatternInvalid extends Error {}

/** Makes the finder of a pattern. Its time grows with the length of the text alone, whatever the pattern is. Rejects with `PatternInvalid`. */
export const lineFinder = async (pattern: string, regex: boolean): Promise<LineFinder> => {
  if (!regex) return (text, from) => text.indexOf(pattern, from)
  const { RE2JS, RE2JSSyntaxException } = await import("re2js")
  try {
    const compiled = RE2JS.compile(pattern)
    return (text, from) => {
      // To see whether there is a match takes a small part of the time that it takes to see where.
      if (!compiled.test(text)) return -1
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
