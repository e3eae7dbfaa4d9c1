/** Returns the words of a command in which nothing is a placeholder of the tool's arguments. */
export const literal = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.map((word) => word.replaceAll("{", "{{").replaceAll("}", "}}"))
