import { quoted } from "@toolgate/core"
import { type CST, CST as Cst, Lexer, Parser } from "yaml"
import type { Reading } from "./Reading.ts"

/** What a text may hold, so that reading it ends soon: levels, and pieces (words, marks, blanks, line ends). */
const yamlBounds = { levels: 40, pieces: 500_000 } as const

/**
 * Cuts a text into tokens, and reports what is not taken: anchors, aliases, tags and directives, each of which makes
 * a text mean something else than what stands there. `undefined` where reading on could take for ever.
 */
export const yamlTokens = (text: string, reading: Reading): Array<CST.Token> | undefined => {
  const { lines, what } = reading
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens: Array<CST.Token> = []
  let pieces = 0
  let content = false
  for (const piece of new Lexer().lex(text)) {
    const at = parser.offset
    // A scalar is announced: what looks like an alias in it is text.
    if (!content) reportRefused(piece, at, reading)
    content = piece === scalarFollows
    for (const token of parser.next(piece)) tokens.push(token)
    // The document is in the stack too, and so is the scalar that is being read.
    if (parser.stack.length > yamlBounds.levels + 2) return stop(reading, at, "is nested too deeply")
    if (++pieces > yamlBounds.pieces) return stop(reading, at, `holds too much; cut the ${what} into several files`)
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

const scalarFollows = "\x1f"

const stop = (reading: Reading, at: number, says: string): undefined => reading.fault(at, () => `the text ${says}`)

const reportRefused = (piece: string, at: number, reading: Reading) => {
  switch (Cst.tokenType(piece)) {
    case "alias":
      return reading.fault(at, () => `aliases are not taken; put ${quoted(piece)} in quotes if the text is meant`)
    case "anchor":
      return reading.fault(at, () => `anchors are not taken; put ${quoted(piece)} in quotes if the text is meant`)
    case "tag":
      return reading.fault(at, () => `tags are not taken; put ${quoted(piece)} in quotes if the text is meant`)
    case "directive-line":
      return reading.fault(at, () => `directives are not taken, as ${quoted(piece)}; a ${reading.what} is YAML 1.2`)
  }
}
