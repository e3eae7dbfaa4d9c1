// Puts the declaration files that `pnpm types` made into the packages: those that an entry of the package reaches, which are half of them.
// Earlier declaration files are removed first, so that nothing is packed whose source is gone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { packages } from "./packages.mjs"

const root = join(import.meta.dirname, "..")
const relativeImport = /(?:from|import) ?\(?"(\.[^"]*)\.ts"/g

for (const folder of packages) {
  const dist = join(root, folder, "dist")
  rmSync(dist, { recursive: true, force: true })
  const { exports = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  const reached = new Set(
    Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [join(root, folder, types)]))
  )
  for (const declared of reached) {
    const made = declared.replace(dist, join(root, ".cache/declarations", folder, "src"))
    const text = readFileSync(made, "utf8")
    for (const [, path] of text.matchAll(relativeImport)) reached.add(join(dirname(declared), `${path}.d.ts`))
    mkdirSync(dirname(declared), { recursive: true })
    writeFileSync(declared, text)
  }
}
