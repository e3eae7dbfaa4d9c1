import { createRequire } from "node:module"
import { join } from "node:path"

const { resolve } = createRequire(import.meta.url)
// The form of the parser for `require`, whose package names no other way to it.
const parser = resolve("web-tree-sitter")

/**
 * The files of the grammar, its parser and their licences, each with its name in the built package, which contains copies. Their own packages
 * would also bring 25 MB of other forms of them, and a separate build.
 */
export const grammarFiles = /** @type {const} */ ([
  [resolve("tree-sitter-bash/tree-sitter-bash.wasm"), "tree-sitter-bash.wasm"],
  [resolve("tree-sitter-bash/LICENSE"), "tree-sitter-bash.LICENSE"],
  [parser, "web-tree-sitter.cjs"],
  [resolve("web-tree-sitter/web-tree-sitter.wasm"), "web-tree-sitter.wasm"],
  [join(parser, "../LICENSE"), "web-tree-sitter.LICENSE"]
])
