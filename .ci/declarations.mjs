// Puts the declarations of all packages, which `pnpm types` made as it checked them, into their packages. What was built before is
// removed, so that nothing is packed of which there is no source any more.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { packages } from "./packages.mjs"

const root = join(import.meta.dirname, "..")

for (const folder of packages) {
  rmSync(join(root, folder, "dist"), { recursive: true, force: true })
  for (const path of globSync("**/*.ts", { cwd: join(root, folder, "src") })) {
    const source = join(folder, "src", path)
    const declared = join(folder, "dist", path).replace(/ts$/, "d.ts")
    const made = join(root, ".turbo/declarations", source).replace(/ts$/, "d.ts")
    mkdirSync(dirname(join(root, declared)), { recursive: true })
    writeFileSync(join(root, declared), readFileSync(made))
    // Its map leads to the source, from where it lies now.
    const map = { ...JSON.parse(readFileSync(`${made}.map`, "utf8")), sources: [relative(dirname(declared), source)] }
    writeFileSync(join(root, `${declared}.map`), JSON.stringify(map))
  }
}
