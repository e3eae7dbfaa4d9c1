/** Escapes the words of a command so that none is a placeholder. */
export const escapeWords = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.map((word) => word.replaceAll("{", "{{").replaceAll("}", "}}"))
