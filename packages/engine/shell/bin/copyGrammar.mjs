// Copies the grammar and its licence into this package. The grammar's own package would also bring 20 MB of other forms
// of the grammar, and a separate build.
import { copyFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const { resolve } = createRequire(import.meta.url)
const built = (name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url))

copyFileSync(resolve("tree-sitter-bash/tree-sitter-bash.wasm"), built("tree-sitter-bash.wasm"))
copyFileSync(resolve("tree-sitter-bash/LICENSE"), built("tree-sitter-bash.LICENSE"))
