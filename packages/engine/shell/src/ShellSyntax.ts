import type { GrammarFiles } from "./GrammarFiles.ts"
import { loadGrammar } from "./loadGrammar.ts"
import { PartsCache } from "./PartsCache.ts"
import { readText } from "./readText.ts"
import type { ShellPart } from "./ShellPart.ts"
import type { Dialect } from "./scanWord.ts"

/** A loaded grammar of bash. */
export interface ShellSyntax {
  /**
   * Returns what a shell would run, read and write for a text, in the order of the text. Never throws or returns an
   * empty list. Equal texts give equal answers; the latest answers are cached.
   *
   * With the dialect `bash`, the default, the text is read as bash reads it. With `sh`, text that the shells behind
   * `/bin/sh` read differently is opaque.
   */
  readonly parts: (text: string, dialect?: Dialect) => ReadonlyArray<ShellPart>
}

const maxTexts = 2_000
const maxCharacters = 1_000_000

const load = async (files: GrammarFiles): Promise<ShellSyntax> => {
  const grammar = await loadGrammar(files)
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
 * Loads the grammar, once for each process, from the files that `read` returns: `readGrammarFiles` of
 * `@toolgate/shell/files` in Node. Importing this package does not load them.
 *
 * Rejects when the files cannot be read. The next call then tries again.
 */
export const loadShellSyntax = (read: () => Promise<GrammarFiles>): Promise<ShellSyntax> => {
  loading.syntax ??= read()
    .then(load)
    .catch((error: unknown) => {
      delete loading.syntax
      throw error
    })
  return loading.syntax
}
