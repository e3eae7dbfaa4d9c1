import { createRequire } from "node:module"

// A bundled program resolves these from where the bundle lies, so that both packages have to be installed beside it.
const { resolve } = createRequire(import.meta.url)

/** Where the parser and the grammar of bash lie, both as WebAssembly. */
export const grammarFiles = () => ({
  parser: resolve("web-tree-sitter/web-tree-sitter.wasm"),
  grammar: resolve("tree-sitter-bash/tree-sitter-bash.wasm")
})
