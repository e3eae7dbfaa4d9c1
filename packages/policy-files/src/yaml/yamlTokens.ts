import { quoted } from "@toolgate/policy"
import { type CST, CST as Cst, Lexer, type LineCounter, Parser } from "yaml"
import type { Problems } from "./Problems.ts"

/** What a text may hold, so that reading it ends soon: levels, and pieces (words, marks, blanks, line ends). */
const yamlBounds = { levels: 40, pieces: 500_000 } as const

/**
 * Cuts a text into tokens, and reports what a policy does not take: anchors, aliases, tags and directives, each of which makes
 * a text mean something else than what stands there. `undefined` where reading on could take for ever.
 */
export const yamlTokens = (text: string, lines: LineCounter, problems: Problems): Array<CST.Token> | undefined => {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens: Array<CST.Token> = []
  let pieces = 0
  let content = false
  for (const piece of new Lexer().lex(text)) {
    const at = parser.offset
    // A scalar is announced: what looks like an alias in it is text.
    if (!content) reportRefused(piece, at, problems)
    content = piece === scalarFollows
    for (const token of parser.next(piece)) tokens.push(token)
    // The document is in the stack too, and so is the scalar that is being read.
    if (parser.stack.length > yamlBounds.levels + 2) return stop(problems, at, "is nested too deeply")
    if (++pieces > yamlBounds.pieces) return stop(problems, at, "holds too much; cut the policy into several files")
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

const scalarFollows = "\x1f"

const stop = (problems: Problems, at: number, what: string): undefined => {
  problems.add(at, () => `the text ${what}`)
}

const reportRefused = (piece: string, at: number, problems: Problems) => {
  switch (Cst.tokenType(piece)) {
    case "alias":
      return problems.add(at, () => `aliases are not taken; put ${quoted(piece)} in quotes if the text is meant`)
    case "anchor":
      return problems.add(at, () => `anchors are not taken; put ${quoted(piece)} in quotes if the text is meant`)
    case "tag":
      return problems.add(at, () => `tags are not taken; put ${quoted(piece)} in quotes if the text is meant`)
    case "directive-line":
      return problems.add(at, () => `directives are not taken, as ${quoted(piece)}; a policy is YAML 1.2`)
  }
}
