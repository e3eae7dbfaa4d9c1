/** A word of a command pattern, with quotes removed. */
export interface PatternWord {
  readonly word: string
  /** The word as it is written. */
  readonly text: string
  /** The word with a space in place of each piece in quotes. Signs of the shell mean something only outside of quotes. */
  readonly bare: string
}

/** Returns the words of a pattern; `undefined` if a quote is not closed. */
export const patternWords = (text: string): ReadonlyArray<PatternWord> | undefined => {
  const words: Array<PatternWord> = []
  for (const [written] of text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s])+/g)) {
    let word = ""
    let bare = ""
    for (const [piece] of written.matchAll(/'[^']*'|"[^"]*"|./gsu)) {
      if (piece === "'" || piece === '"') return undefined
      const isQuoted = /^['"]/.test(piece)
      word += isQuoted ? piece.slice(1, -1) : piece
      // In double quotes, the shell still puts the values of variables in.
      bare += isQuoted ? (/^".*[$`\\]/s.test(piece) ? piece.slice(1, -1).replaceAll(/[^$`\\]/g, " ") : " ") : piece
    }
    words.push({ word, text: written, bare })
  }
  return words
}
