import type { Tree } from "web-tree-sitter"
import type { ReadingBudget } from "./ReadingBudget.ts"

/**
 * A function that parses a text. The caller deletes the returned tree. Returns `undefined` if the budget does not
 * suffice.
 */
export type Grammar = (text: string, budget: ReadingBudget) => Tree | undefined

/** The parser and the grammar of bash, both WebAssembly, from wherever a process or a page has them. */
export interface GrammarFiles {
  /** The package `web-tree-sitter`. */
  readonly module: Pick<typeof import("web-tree-sitter"), "Language" | "Parser">
  /** The file `web-tree-sitter.wasm`. */
  readonly binary: Uint8Array
  /** The file `tree-sitter-bash.wasm`. */
  readonly grammar: Uint8Array
}

/** Loads the grammar of bash. */
export const loadGrammar = async ({ module, binary, grammar }: GrammarFiles): Promise<Grammar> => {
  const { Language, Parser } = module
  await Parser.init({ wasmBinary: binary })
  const parser = new Parser().setLanguage(await Language.load(grammar))
  return (text, budget) => {
    let isParsing = true
    // The tree also reads its text through this function, at no cost.
    const piece = (from: number) => {
      // A text that ends here takes the parser to its next callback at once.
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

/** The number of UTF-16 code units that the parser is given at once. The parser accepts at most 5,119. */
const pieceLength = 4_096

/** Returns the index at which a piece of the text ends, so that no character is cut in half. */
const pieceEnd = (text: string, from: number): number => {
  const end = from + pieceLength
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end
}
