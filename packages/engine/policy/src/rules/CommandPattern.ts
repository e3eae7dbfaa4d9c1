/**
 * A pattern for simple commands: words, and `:*` at the end for any further ones. It is compared word by word, so that
 * `git log:*` matches `git log --oneline` and not `git logout`. `*` alone matches every command.
 */
export interface CommandPattern {
  readonly words: ReadonlyArray<string>
  /** Further words may follow. */
  readonly open: boolean
}

/** The pattern, or what is wrong with it as the end of a sentence whose subject is the pattern. */
export const parseCommandPattern = (text: string): CommandPattern | string => {
  if (text === "*") return { words: [], open: true }
  const open = text.endsWith(":*")
  const words = wordsOf(open ? text.slice(0, -2) : text)
  if (typeof words === "string") return words
  if (words.length === 0) return 'names no command; "*" means every one'
  if (words.some(({ starred }) => starred))
    return 'holds "*" where it means nothing; write ":*" at the end for any further words, or quote the character'
  return { words: words.map(({ word }) => word), open }
}

interface PatternWord {
  readonly word: string
  /** It holds a `*` that is not quoted. */
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
