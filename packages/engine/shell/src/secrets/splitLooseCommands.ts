/** A word of a text, without its quotes. */
export interface LocatedWord {
  readonly text: string
  /** Whether a part of the word is quoted, so that the word may be a shell text itself. */
  readonly isQuoted: boolean
  /** Returns the index in the text of a character of the word. */
  readonly place: (at: number) => number
}

/**
 * Splits a text into commands and words, like a shell. Unlike the parser for judging commands, this parser never
 * fails: invalid text is split as well as possible, and an unclosed quote extends to the end.
 *
 * Source: POSIX.1-2024, Shell Command Language, 2.2 and 2.3.
 */
export const splitLooseCommands = (text: string): ReadonlyArray<ReadonlyArray<LocatedWord>> => {
  const commands: Array<ReadonlyArray<LocatedWord>> = []
  let command: Array<LocatedWord> = []
  const end = () => {
    if (command.length > 0) commands.push(command)
    command = []
  }
  for (let at = 0; at < text.length; ) {
    skipped.lastIndex = at
    skipped.exec(text)
    at = skipped.lastIndex
    if (at >= text.length) break
    if (ends.has(text.charAt(at))) {
      end()
      at++
    } else {
      const word = readWordAt(text, at)
      command.push(word.word)
      at = word.end
    }
  }
  end()
  return commands
}

/**
 * The text between words: blanks of any kind, redirections, and the end of a line that continues. Every blank must be
 * matched here or belong to a word, or the loop would never end.
 */
const skipped = /(?:[^\S\n]|[<>]|\\\r?\n)*/y
const ends = new Set(["\n", ";", "|", "&", "(", ")", "`"])
const plain = /[^\s<>;|&()`"'\\]+/y

/** Reads the word that begins at a place. A word without an end extends to the end of the text. */
export const readWordAt = (text: string, start: number): { readonly word: LocatedWord; readonly end: number } => {
  const end = plainEnd(text, start)
  if (end > start && !isContinued(text, end))
    return { word: { text: text.slice(start, end), isQuoted: false, place: (at) => start + at }, end }
  return quotedWord(text, start)
}

const plainEnd = (text: string, at: number): number => {
  plain.lastIndex = at
  return plain.test(text) ? plain.lastIndex : at
}

const isContinued = (text: string, at: number): boolean => at < text.length && `"'\\`.includes(text.charAt(at))

/** Reads a word of several pieces, some of them quoted. */
const quotedWord = (source: string, start: number) => {
  let text = ""
  const places: Array<number> = []
  let quote = ""
  let isQuoted = false
  let at = start
  const take = (to: number) => {
    text += source.slice(at, to)
    for (; at < to; at++) places.push(at)
  }
  while (at < source.length) {
    const char = source.charAt(at)
    if (char === quote) {
      quote = ""
      at++
    } else if (quote === "" && (char === "'" || char === '"')) {
      isQuoted = true
      quote = char
      at++
    } else if (char === "\\" && quote !== "'") {
      at++
      if (at < source.length) take(at + 1)
    } else if (quote === "" && (ends.has(char) || /[\s<>]/.test(char))) break
    else take(at + 1)
  }
  return { word: { text, isQuoted, place: (index: number) => places[index] ?? at }, end: at }
}
