import { heredocText } from "./heredocText.ts"
import type { Reading } from "./Reading.ts"
import type { ShellState } from "./ShellState.ts"
import type { Piece, SyntaxWord } from "./Syntax.ts"
import { type Word, type WordPlace, wordOf } from "./Word.ts"

/** Reads a word and the commands inside it. If the word is not known, an opaque part gives the reason. */
export const readWord = (reading: Reading, word: SyntaxWord, at: ShellState, place: WordPlace = "command"): Word => {
  const found = wordOf(word, reading.source, at.variables, place)
  if (found.computed !== undefined) reading.parts.opaque(found.computed)
  readPieces(reading, word.pieces, at)
  return found
}

/** Reads the commands inside pieces of a word or of a here-document. */
export const readPieces = (reading: Reading, pieces: ReadonlyArray<Piece>, at: ShellState) => {
  for (const piece of pieces) {
    if (piece.kind !== "commands") continue
    // A `cat` whose text is written out is a way to quote. It stands among the parts for rules that deny.
    if (piece.isFile || heredocText(piece.body) === undefined) reading.readStatements(piece.body, at, "certain")
    else reading.parts.command({ argv: ["cat"], assigned: [], wrapper: true }, at.folders)
  }
}
