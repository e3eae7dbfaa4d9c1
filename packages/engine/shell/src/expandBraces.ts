import type { SyntaxWord, WordPiece } from "./Syntax.ts"
import type { Dialect } from "./scanWord.ts"

/** The largest number of words that one word with braces expands to. */
const most = 64

/**
 * Returns the possible readings of words with braces, such as `src/{a,b}.ts`: as several words and, if only some
 * shells expand them, also as written. A word with doubtful braces stays unchanged.
 *
 * Source: bash(1), "Brace Expansion".
 */
export const expandBraces = (
  words: ReadonlyArray<SyntaxWord>,
  dialect: Dialect
): ReadonlyArray<ReadonlyArray<SyntaxWord>> => {
  const all = words.map((word) => expanded(word))
  if (all.every((one) => one === undefined) || all.reduce((sum, one) => sum + (one?.length ?? 1), 0) > most)
    return [words]
  const several = words.flatMap((word, at) => all[at] ?? [word])
  return dialect === "bash" ? [several] : [several, words.map((word, at) => (all[at] ? asWritten(word) : word))]
}

const expanded = (word: SyntaxWord): ReadonlyArray<SyntaxWord> | undefined => {
  const { pieces } = word
  if (!pieces.some(({ kind }) => kind === "braces") || !isPlain(pieces)) return undefined
  let all: ReadonlyArray<ReadonlyArray<WordPiece>> = [[]]
  for (const piece of pieces) {
    const choices: ReadonlyArray<WordPiece> = piece.kind === "braces" ? piece.choices.map(textPiece) : [piece]
    all = all.flatMap((before) => choices.map((choice) => [...before, choice]))
    if (all.length > most) return undefined
  }
  // The shell drops an empty word, and replaces a word or a part of it that begins with these characters.
  const isOdd = all.some((one) => /^$|^[~=]|[:=]~/.test(one.map(sourceOf).join("")))
  return isOdd ? undefined : all.map((one) => ({ ...word, pieces: one }))
}

/** Whether nothing in a word but wildcards is replaced, and no wildcard becomes another one through the braces. */
const isPlain = (pieces: ReadonlyArray<WordPiece>) => {
  const hasWildcard = pieces.some(({ kind }) => kind === "wildcard")
  let isBehind = false
  return pieces.every((piece) => {
    if (piece.kind === "braces") {
      isBehind = true
      return !hasWildcard || piece.choices.every((choice) => choice !== "" && !choice.includes("/"))
    }
    return piece.kind === "wildcard" ? !isBehind : piece.kind === "text" && !/[{}]|[$\\]$/.test(piece.text)
  })
}

const textPiece = (text: string): WordPiece => ({ kind: "text", text, quoted: false })

const sourceOf = (piece: WordPiece) => (piece.kind === "text" ? piece.text : piece.source)

const asWritten = (word: SyntaxWord): SyntaxWord => ({
  ...word,
  pieces: word.pieces.map((piece) => (piece.kind === "braces" ? textPiece(piece.source) : piece))
})
