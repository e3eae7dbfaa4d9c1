import { loadGrammar } from "./loadGrammar.ts"
import { PartsCache } from "./PartsCache.ts"
import { readText } from "./readText.ts"
import type { ShellPart } from "./ShellPart.ts"
import type { Dialect } from "./scanWord.ts"

/** The grammar of bash, loaded. */
export interface ShellSyntax {
  /**
   * What a text would run, read and write when a shell runs it, in the order of the text; never throws, and never answers an
   * empty list. The same text gets the same answer, which is kept for the texts asked for last. `sh`: only what all shells
   * read alike is read, whichever of them is behind `/bin/sh`; `bash`, unless told otherwise.
   */
  readonly parts: (text: string, dialect?: Dialect) => ReadonlyArray<ShellPart>
}

const maxTexts = 2_000
const maxCharacters = 1_000_000

const load = async (): Promise<ShellSyntax> => {
  const grammar = await loadGrammar()
  const caches = { sh: new PartsCache(maxTexts, maxCharacters), bash: new PartsCache(maxTexts, maxCharacters) }
  return {
    parts: (text, dialect = "bash") => {
      const cache = caches[dialect]
      const cached = cache.get(text)
      if (cached !== undefined) return cached
      const parts = readText(grammar, text, dialect)
      cache.set(text, parts)
      return parts
    }
  }
}

const loading: { syntax?: Promise<ShellSyntax> } = {}

/**
 * Loads the grammar, once for the process; until then importing this package has cost nothing.
 *
 * Rejects when the parser or the grammar cannot be read. The next call then tries again.
 */
export const loadShellSyntax = (): Promise<ShellSyntax> => {
  loading.syntax ??= load().catch((error: unknown) => {
    delete loading.syntax
    throw error
  })
  return loading.syntax
}
