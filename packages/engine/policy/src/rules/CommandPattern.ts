import { type PatternWord, patternWords } from "./PatternWord.ts"
import type { Reading } from "./Reading.ts"
import { shellMeaning } from "./shellMeaning.ts"

/**
 * A pattern for simple commands: words, and `:*` at the end for any further words. Patterns are compared word by word,
 * so that `git log:*` matches `git log --oneline` and not `git logout`. A single `*` matches every command.
 */
export interface CommandPattern {
  readonly words: ReadonlyArray<string>
  /** Whether further words may follow. */
  readonly open: boolean
}

/**
 * Returns the pattern. If no command can equal it, returns the problem and the form that works, as the end of a sentence
 * whose subject is the pattern. A word that the shell computes, such as `$HOME`, is compared as it is written, but only
 * by deny and ask rules.
 */
export const parseCommandPattern = (text: string, reading: Reading = "wide"): CommandPattern | string => {
  if (text === "*") return { words: [], open: true }
  const open = text.endsWith(":*")
  const words = patternWords(open ? text.slice(0, -2) : text)
  if (words === undefined) return "has a quote that is not closed"
  if (words.length === 0 || words[0]?.word === "") return 'names no command; "*" means every one'
  return (
    shellMeaning(words, { text, reading }) ??
    (open ? halfWord(words, reading) : undefined) ?? { words: words.map(({ word }) => word), open }
  )
}

/** Returns the problem of a pattern whose last word is meant as the beginning of words. */
const halfWord = (words: ReadonlyArray<PatternWord>, reading: Reading): string | undefined => {
  const last = words.at(-1)
  // The builtin ":" is a whole word.
  if (last === undefined || last.bare === ":" || !/[=:@,]$|:\/\/$/.test(last.bare)) return undefined
  // Deny and ask rules match an option with any value.
  if (reading === "wide" && /^--[^=]+=$/.test(last.bare)) return undefined
  const before = words.slice(0, -1).map(({ text }) => text)
  const shorter = before.length === 0 ? "" : `, or leave it out, as in "${before.join(" ")}:*"`
  return `has half a word, "${last.word}", before ":*", which stands for whole words; write the whole word${shorter}`
}
