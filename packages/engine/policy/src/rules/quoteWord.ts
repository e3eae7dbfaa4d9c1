import { parseCommandPattern } from "./CommandPattern.ts"

/**
 * Returns a word of a command as a pattern and a shell write it, in quotes if necessary. `at`: the index of the word.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { quoteWord } from "@toolgate/policy"
 *
 * assert.deepEqual([quoteWord("notes.txt", 1), quoteWord("my notes.txt", 1)], ["notes.txt", "'my notes.txt'"])
 * ```
 */
export const quoteWord = (text: string, at: number): string => {
  // Without quotes, such a beginning would be read as a home folder or a host.
  const isPlain = /^(?!~|domain:)[\w@%+=:,./~-]+$/.test(text) && !text.endsWith(":")
  if (isPlain && typeof parseCommandPattern(at === 0 ? text : `x ${text}`, "exact") !== "string") return text
  return text.includes("'") ? text.split("'").map(quoted).join(`"'"`) : quoted(text)
}

const quoted = (text: string): string => (text === "" ? "''" : `'${text}'`)
