// Prints the test files that use a program of the machine. A file uses a program if its name or path is a whole string
// there. A test that only mentions such a program runs the same without the program.
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { filesThatUse } from "./filesThatUse.mjs"
import { wanted } from "./programs.mjs"

const any = (names) => `(?:${names.map((name) => name.replaceAll(/\W/g, "\\$&")).join("|")})`
const names = [...new Set(wanted.map(([program]) => basename(program)))]
// As whole strings, these words mostly mean something else: a kind of guest, a shell for completion, a program that a
// policy names.
const ambiguous = ["script", "git", "make", "zsh"]
const plain = names.filter((name) => !ambiguous.includes(name))
const program = new RegExp(
  `["'\`](?:/[^"'\`\\s]*/${any(names)}|${any(plain)})["'\`]|(?:spawn|execFile|isThere|canRun)\\w*\\(\\s*"${any(ambiguous)}"`
)

/** Returns the paths of such files in all packages. */
export const bareTests = (root) => filesThatUse(root, program)

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const file of bareTests(join(import.meta.dirname, ".."))) console.log(file)
