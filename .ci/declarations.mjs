// Puts the declaration files that `pnpm types` made into the packages. Earlier
// declaration files are removed first, so that nothing is packed whose source is gone.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { packages } from "./packages.mjs"

const root = join(import.meta.dirname, "..")

for (const folder of packages) {
  rmSync(join(root, folder, "dist"), { recursive: true, force: true })
  for (const path of globSync("**/*.ts", { cwd: join(root, folder, "src") })) {
    const source = join(folder, "src", path)
    const declared = join(folder, "dist", path).replace(/ts$/, "d.ts")
    const made = join(root, ".cache/declarations", source).replace(/ts$/, "d.ts")
    mkdirSync(dirname(join(root, declared)), { recursive: true })
    writeFileSync(join(root, declared), readFileSync(made))
    // The map leads from the new place of the file to the source.
    const map = { ...JSON.parse(readFileSync(`${made}.map`, "utf8")), sources: [relative(dirname(declared), source)] }
    writeFileSync(join(root, `${declared}.map`), JSON.stringify(map))
  }
}
