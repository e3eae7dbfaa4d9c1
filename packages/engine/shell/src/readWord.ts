import { readHeredocText } from "./readHeredocText.ts"
import type { ShellReading } from "./ShellReading.ts"
import type { ShellState } from "./ShellState.ts"
import type { SyntaxWord, WordPiece } from "./Syntax.ts"
import { expandWord, type Word, type WordPosition } from "./Word.ts"

/** Reads a word and the commands inside it. If the word is unknown, adds an opaque part with the reason. */
export const readWord = (
  reading: ShellReading,
  word: SyntaxWord,
  at: ShellState,
  place: WordPosition = "command"
): Word => {
  const found = expandWord(word, reading.source, at.variables, place)
  if (found.computed !== undefined) reading.parts.opaque(found.computed)
  readPieces(reading, word.pieces, at)
  return found
}

/** Reads the commands inside pieces of a word or of a here-document. */
export const readPieces = (reading: ShellReading, pieces: ReadonlyArray<WordPiece>, at: ShellState) => {
  for (const piece of pieces) {
    if (piece.kind !== "commands") continue
    // A `cat` with a literal text is a way to quote. It is added to the parts for deny rules.
    if (piece.isFile || readHeredocText(piece.body) === undefined) reading.readStatements(piece.body, at, "certain")
    else reading.parts.command({ argv: ["cat"], assigned: [], wrapper: true }, at.folders)
  }
}
