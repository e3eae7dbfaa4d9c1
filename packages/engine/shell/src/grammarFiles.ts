import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

/**
 * Where the parser and the grammar of bash lie, both as WebAssembly: the grammar in this package, once it is built, and in the package
 * that it is from before. A bundle finds both where `toolgate` or this package is installed beside it.
 */
export const grammarFiles = () => ({
  parser: installed("web-tree-sitter/web-tree-sitter.wasm"),
  grammar: installed("@toolgate/shell/tree-sitter-bash.wasm", "tree-sitter-bash/tree-sitter-bash.wasm")
})

/** Each is a dependency of the one before, and the last of them is this one. */
const packages = ["toolgate", "@toolgate/workspace", "@toolgate/shell"]

const installed = (...files: ReadonlyArray<string>): string => {
  // Bundled as CommonJS, a module has no address.
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
    `Commands cannot be read, because the file "${files[0]}" is not found; install "toolgate" beside what it is bundled into.`
  )
}

const resolved = (from: string, file: string): string | undefined => {
  try {
    return createRequire(from).resolve(file)
  } catch {
    return undefined
  }
}
