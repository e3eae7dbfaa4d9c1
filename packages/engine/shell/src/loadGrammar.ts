import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Tree } from "web-tree-sitter"
import { grammarFiles } from "./grammarFiles.ts"
import type { ReadingBudget } from "./ReadingBudget.ts"

/** Reads a text to a tree, which its user deletes; `undefined` if the budget does not suffice. */
export type Grammar = (text: string, budget: ReadingBudget) => Tree | undefined

/** Loads the grammar of bash. Rejects when the parser or the grammar cannot be read. */
export const loadGrammar = async (): Promise<Grammar> => {
  const files = grammarFiles()
  // From where it is installed: bundled, it would look for its own address, which a bundle of CommonJS does not have.
  const { Language, Parser } = createRequire(files.parser)("web-tree-sitter") as typeof import("web-tree-sitter")
  const [wasmBinary, grammar] = await Promise.all([readFile(files.parser), readFile(files.grammar)])
  await Parser.init({ wasmBinary })
  const parser = new Parser().setLanguage(await Language.load(grammar))
  return (text, budget) => {
    let isParsing = true
    // The tree reads its text through this as well, at no cost.
    const piece = (from: number) => {
      // A text that ends here lets the parser come to its next callback at once.
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

/** How much the parser is given at once, in UTF-16 code units: it takes 5,119 at most. */
const pieceLength = 4_096

/** Where a piece of the text ends, so that no character is cut in halves. */
const pieceEnd = (text: string, from: number): number => {
  const end = from + pieceLength
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end
}
