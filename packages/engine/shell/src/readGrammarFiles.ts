import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

import type { GrammarFiles } from "./loadGrammar.ts"

/**
 * Reads the installed parser and grammar of bash, for `loadShellSyntax` in Node. The built package contains the
 * grammar; when running from source, the grammar is in the package from which it is copied. A bundle finds both files
 * if `toolgate` or this package is installed beside it. Rejects if one of the files is missing.
 *
 * ```ts
 * import { loadShellSyntax } from "@toolgate/shell"
 * import { readGrammarFiles } from "@toolgate/shell/files"
 *
 * const { parts } = await loadShellSyntax(readGrammarFiles)
 * parts("git log | head")
 * ```
 */
export const readGrammarFiles = async (): Promise<GrammarFiles> => {
  const parser = installed("web-tree-sitter/web-tree-sitter.wasm")
  const grammar = installed("@toolgate/shell/tree-sitter-bash.wasm", "tree-sitter-bash/tree-sitter-bash.wasm")
  // The parser is loaded from its installed package. Inside a bundle, it would use its own URL, which a CommonJS bundle
  // does not have.
  const module = createRequire(parser)("web-tree-sitter") as GrammarFiles["module"]
  const [binary, rules] = await Promise.all([readFile(parser), readFile(grammar)])
  return { module, binary, grammar: rules }
}

/**
 * The packages between a bundle and the files. Each is a dependency of the one before, and the last is this package.
 */
const packages = ["toolgate", "@toolgate/workspace", "@toolgate/shell"]

const installed = (...files: ReadonlyArray<string>): string => {
  // In a bundle of CommonJS, `import.meta.url` is undefined.
  const froms = [import.meta.url ?? pathToFileURL(process.argv[1] ?? "none").href]
  for (const name of packages) {
    const place = resolved(froms[0] ?? "", `${name}/package.json`)
    if (place !== undefined) froms.unshift(place)
  }
  for (const file of files)
    for (const from of froms) {
      const place = resolved(from, file)
      if (place !== undefined) return place
    }
  throw new Error(
    `Commands cannot be read, because the file "${files[0]}" was not found; install "toolgate" beside the bundle.`
  )
}

const resolved = (from: string, file: string): string | undefined => {
  try {
    return createRequire(from).resolve(file)
  } catch {
    return undefined
  }
}
