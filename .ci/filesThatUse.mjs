// Selects test files by what they use: a file counts if its text matches a pattern, or if it imports a name from a helper
// whose declaration of that name does. A test that imports another name from the helper does not count.
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const imports = /\bimport (?:type )?\{([^}]*)\} from "(\.{1,2}\/[^"]+)"/g

/** Returns the test files of all packages that use what the pattern matches, as paths from the root. */
export const filesThatUse = (root, pattern) => {
  const helpers = new Map()

  /** Returns the names that a file imports from helpers and whose declarations use it. */
  const importsThatUse = (file, text) =>
    [...text.matchAll(imports)].flatMap(([, list, path]) => {
      const helper = join(dirname(file), path)
      if (helper.includes("/src/") || !existsSync(helper)) return []
      const made = namesThatUse(helper)
      return list.split(",").flatMap((each) => {
        const [name, own = name] = each.trim().split(" as ")
        return made.has(name) ? [own] : []
      })
    })

  /** Returns the names of a helper's top-level declarations that use it, directly or through other declarations. */
  const namesThatUse = (file) => {
    const known = helpers.get(file)
    if (known !== undefined) return known
    const made = new Set()
    helpers.set(file, made)
    const text = readFileSync(file, "utf8")
    for (const name of importsThatUse(file, text)) made.add(name)
    const declarations = text.split(/^(?=(?:export )?(?:async )?(?:const|let|function|class)\b)/m).slice(1)
    for (let before = -1; before !== made.size; ) {
      before = made.size
      for (const declaration of declarations) {
        const [, name] = /^(?:export )?(?:async )?(?:const|let|function|class)\*? (\w+)/.exec(declaration) ?? []
        if (name === undefined || made.has(name)) continue
        if (pattern.test(declaration) || [...made].some((other) => new RegExp(`\\b${other}\\b`).test(declaration)))
          made.add(name)
      }
    }
    return made
  }

  return globSync("{packages/{*,*/*},apps/*}/test/**/*.test.ts", { cwd: root }).filter((path) => {
    const file = join(root, path)
    const text = readFileSync(file, "utf8")
    return pattern.test(text) || importsThatUse(file, text).length > 0
  })
}
