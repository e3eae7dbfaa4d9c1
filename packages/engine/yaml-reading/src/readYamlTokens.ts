import { quoted } from "@toolgate/core"
import { type CST, CST as Cst, Lexer, Parser } from "yaml"
import type { FileReading } from "./FileReading.ts"

/** The bounds that limit the time for a text: levels of nesting, and pieces (words, marks, blanks, line ends). */
const yamlBounds = { levels: 40, pieces: 500_000 } as const

/**
 * Splits a text into tokens, and reports anchors, aliases, tags and directives. These are refused, because they change
 * the apparent meaning of a text. Returns `undefined` if continuing could take too long.
 */
export const readYamlTokens = (text: string, reading: FileReading): Array<CST.Token> | undefined => {
  // The library checks an environment variable for each piece, which takes a sixth of the total time. This code is
  // synchronous, so other code never sees the change.
  const { env } = process
  process.env = {}
  try {
    return tokensOf(text, reading)
  } finally {
    process.env = env
  }
}

const tokensOf = (text: string, reading: FileReading): Array<CST.Token> | undefined => {
  const { lines, what } = reading
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens: Array<CST.Token> = []
  let pieces = 0
  let content = false
  for (const piece of new Lexer().lex(text)) {
    const at = parser.offset
    // The next piece is a scalar. Text in it that looks like an alias is plain text.
    if (!content) reportRefused(piece, at, reading)
    content = piece === scalarFollows
    for (const token of parser.next(piece)) tokens.push(token)
    // The stack also contains the document and the current scalar.
    if (parser.stack.length > yamlBounds.levels + 2) return stop(reading, at, "is nested too deeply")
    if (++pieces > yamlBounds.pieces) return stop(reading, at, `is too long; split the ${what} into several files`)
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

const scalarFollows = "\x1f"

const stop = (reading: FileReading, at: number, says: string): undefined => reading.fault(at, () => `the text ${says}`)

const reportRefused = (piece: string, at: number, reading: FileReading) => {
  switch (Cst.tokenType(piece)) {
    case "alias":
      return reading.fault(at, () => `aliases are not supported; put ${quoted(piece)} in quotes if you mean the text`)
    case "anchor":
      return reading.fault(at, () => `anchors are not supported; put ${quoted(piece)} in quotes if you mean the text`)
    case "tag":
      return reading.fault(at, () => `tags are not supported; put ${quoted(piece)} in quotes if you mean the text`)
    case "directive-line":
      return reading.fault(
        at,
        () => `directives such as ${quoted(piece)} are not supported; a ${reading.what} is YAML 1.2`
      )
  }
}
