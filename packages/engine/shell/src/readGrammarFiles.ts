import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

import type { GrammarFiles } from "./GrammarFiles.ts"

/**
 * Reads the parser and the grammar of bash, for `loadShellSyntax` in Node. The built package contains both; when running
 * from source, they are in the packages from which they are copied. A bundle has them beside it, or finds them if
 * `toolgate` or this package is installed beside it. Rejects if a file is missing.
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
  const parser = installed("web-tree-sitter.wasm", "web-tree-sitter/web-tree-sitter.wasm")
  const grammar = installed("tree-sitter-bash.wasm", "tree-sitter-bash/tree-sitter-bash.wasm")
  // The parser's module is loaded from its file. Inside a bundle, it would use the bundle's own URL, which one of CommonJS
  // does not have.
  const code = installed("web-tree-sitter.cjs", "web-tree-sitter")
  const [binary, rules] = await Promise.all([readFile(parser), readFile(grammar)])
  return { module: createRequire(code)(code), binary, grammar: rules }
}

/**
 * The packages between a bundle and the files. Each is a dependency of the one before, and the last is this package.
 */
const packages = ["toolgate", "@toolgate/workspace", "@toolgate/shell"]

/** Returns the path of a file of this package, or of the package from which it is copied. */
const installed = (file: string, copied: string): string => {
  // In a bundle of CommonJS, `import.meta.url` is undefined.
  const froms = [import.meta.url ?? pathToFileURL(process.argv[1] ?? "none").href]
  for (const name of packages) {
    const place = resolved(froms[0] ?? "", `${name}/package.json`)
    if (place !== undefined) froms.unshift(place)
  }
  for (const name of [`./${file}`, `@toolgate/shell/${file}`, copied])
    for (const from of froms) {
      const place = resolved(from, name)
      if (place !== undefined) return place
    }
  throw new Error(
    `Commands cannot be read, because the file "@toolgate/shell/${file}" was not found; install "toolgate" beside the bundle.`
  )
}

const resolved = (from: string, file: string): string | undefined => {
  try {
    return createRequire(from).resolve(file)
  } catch {
    return undefined
  }
}
