// Prints the test files that use a program of the machine. A file uses a program if it contains the program's name or path as a whole string, or if it
// imports a name from a helper that does. A test that only mentions such a program runs the same without the program,
// and so does a test that imports another name from the helper.
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
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
const imports = /\bimport (?:type )?\{([^}]*)\} from "(\.{1,2}\/[^"]+)"/g

/** Returns the names that a file imports from helpers beside it and that depend on a program. */
const importsWithPrograms = (file, text) =>
  [...text.matchAll(imports)].flatMap(([, list, path]) => {
    const helper = join(dirname(file), path)
    if (helper.includes("/src/") || !existsSync(helper)) return []
    const made = namesWithPrograms(helper)
    return list.split(",").flatMap((each) => {
      const [name, own = name] = each.trim().split(" as ")
      return made.has(name) ? [own] : []
    })
  })

const helpers = new Map()

/**
 * Returns the names of a helper's top-level declarations that depend on a program, directly or through other
 * declarations.
 */
const namesWithPrograms = (file) => {
  const known = helpers.get(file)
  if (known !== undefined) return known
  const made = new Set()
  helpers.set(file, made)
  const text = readFileSync(file, "utf8")
  for (const name of importsWithPrograms(file, text)) made.add(name)
  const declarations = text.split(/^(?=(?:export )?(?:async )?(?:const|let|function|class)\b)/m).slice(1)
  for (let before = -1; before !== made.size; ) {
    before = made.size
    for (const declaration of declarations) {
      const [, name] = /^(?:export )?(?:async )?(?:const|let|function|class)\*? (\w+)/.exec(declaration) ?? []
      if (name === undefined || made.has(name)) continue
      if (program.test(declaration) || [...made].some((other) => new RegExp(`\\b${other}\\b`).test(declaration)))
        made.add(name)
    }
  }
  return made
}

/** Whether a test file uses a program of the machine. */
export const usesProgram = (file) => {
  const text = readFileSync(file, "utf8")
  return program.test(text) || importsWithPrograms(file, text).length > 0
}

/** Returns the paths of such files in all packages. */
export const bareTests = (root) =>
  globSync("{packages/{*,*/*},apps/*}/test/**/*.test.ts", { cwd: root }).filter((file) => usesProgram(join(root, file)))

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const file of bareTests(join(import.meta.dirname, ".."))) console.log(file)
