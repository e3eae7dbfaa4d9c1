import { loadGrammar } from "./loadGrammar.ts"
import { PartsCache } from "./PartsCache.ts"
import { readText } from "./readText.ts"
import type { ShellPart } from "./ShellPart.ts"

/** The grammar of bash, loaded. */
export interface ShellSyntax {
  /**
   * What a text would run, read and write when bash runs it, in the order of the text; never throws, and never answers an
   * empty list. The same text gets the same answer, which is kept for the texts asked for last.
   */
  readonly parts: (text: string) => ReadonlyArray<ShellPart>
}

const maxTexts = 2_000
const maxCharacters = 1_000_000

const load = async (): Promise<ShellSyntax> => {
  const grammar = await loadGrammar()
  const cache = new PartsCache(maxTexts, maxCharacters)
  return {
    parts: (text) => {
      const cached = cache.get(text)
      if (cached !== undefined) return cached
      const parts = readText(grammar, text)
      cache.set(text, parts)
      return parts
    }
  }
}

const loading: { syntax?: Promise<ShellSyntax> } = {}

/**
 * Loads the grammar, once for the process; until then importing this package has cost nothing.
 *
 * Rejects when the files of `web-tree-sitter` or `tree-sitter-bash` cannot be read. The next call then tries again.
 */
export const loadShellSyntax = (): Promise<ShellSyntax> => {
  loading.syntax ??= load().catch((error: unknown) => {
    delete loading.syntax
    throw error
  })
  return loading.syntax
}
