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
 * Returns the pattern. If the text is invalid, returns the problem, as the end of a sentence whose subject is the
 * pattern.
 */
export const parseCommandPattern = (text: string): CommandPattern | string => {
  if (text === "*") return { words: [], open: true }
  const open = text.endsWith(":*")
  const words = wordsOf(open ? text.slice(0, -2) : text)
  if (typeof words === "string") return words
  if (words.length === 0) return 'names no command; "*" means every one'
  if (words.some(({ starred }) => starred))
    return 'contains "*" in a place where it has no meaning; write ":*" at the end for any further words, or quote the character'
  return { words: words.map(({ word }) => word), open }
}

interface PatternWord {
  readonly word: string
  /** Whether the word contains a `*` that is not quoted. */
  readonly starred: boolean
}

const wordsOf = (text: string): ReadonlyArray<PatternWord> | string => {
  const words: Array<PatternWord> = []
  for (const [, given = ""] of text.matchAll(/((?:'[^']*'|"[^"]*"|[^\s])+)/g)) {
    let word = ""
    let starred = false
    for (const [piece] of given.matchAll(/'[^']*'|"[^"]*"|./gsu)) {
      if (piece.length > 1) word += piece.slice(1, -1)
      else if (piece === "'" || piece === '"') return "has a quote that is not closed"
      else {
        word += piece
        starred ||= piece === "*"
      }
    }
    words.push({ word, starred })
  }
  return words
}
