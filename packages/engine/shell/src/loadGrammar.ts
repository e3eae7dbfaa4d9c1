import type { Tree } from "web-tree-sitter"
import type { GrammarFiles } from "./GrammarFiles.ts"
import type { ReadingBudget } from "./ReadingBudget.ts"

/**
 * A function that parses a text. The caller deletes the returned tree. Returns `undefined` if the budget is too small.
 */
export type Grammar = (text: string, budget: ReadingBudget) => Tree | undefined

/** Loads the grammar of bash. */
export const loadGrammar = async ({ module, binary, grammar }: GrammarFiles): Promise<Grammar> => {
  const { Language, Parser } = module as typeof import("web-tree-sitter")
  await Parser.init({ wasmBinary: binary })
  const parser = new Parser().setLanguage(await Language.load(grammar))
  return (text, budget) => {
    let isParsing = true
    // The tree also reads its text through this function; those reads cost no steps.
    const piece = (from: number) => {
      // Ending the text here takes the parser straight to its next callback.
      if (isParsing && !budget.take()) return ""
      return text.slice(from, pieceEnd(text, from))
    }
    const tree = parser.parse(piece, null, { progressCallback: () => !budget.take() })
    isParsing = false
    if (tree === null) parser.reset()
    if (!budget.isSpent) return tree ?? undefined
    tree?.delete()
    return undefined
  }
}

/** The number of UTF-16 code units per read of the parser, which accepts at most 5,119. */
const pieceLength = 4_096

/** Returns the end of a piece of the text. Never splits a surrogate pair. */
const pieceEnd = (text: string, from: number): number => {
  const end = from + pieceLength
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end
}
