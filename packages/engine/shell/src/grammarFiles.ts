import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

/**
 * Returns the paths of the parser and of the grammar of bash, both WebAssembly. The built package holds the grammar;
 * before that, the grammar lies in the package from which it is copied. A bundle finds both files if `toolgate` or this
 * package is installed beside it.
 */
export const grammarFiles = () => ({
  parser: installed("web-tree-sitter/web-tree-sitter.wasm"),
  grammar: installed("@toolgate/shell/tree-sitter-bash.wasm", "tree-sitter-bash/tree-sitter-bash.wasm")
})

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
