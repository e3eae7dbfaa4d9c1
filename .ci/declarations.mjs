// Puts the declarations of all packages, which `tsc -p tsconfig.build.json` made in one program, into their packages. What was built
// before is removed, so that nothing is packed of which there is no source any more.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = join(import.meta.dirname, "..")

for (const dist of globSync("packages/*/dist", { cwd: root })) rmSync(join(root, dist), { recursive: true })
for (const source of globSync("packages/*/src/**/*.ts", { cwd: root })) {
  const [packages, name, , ...path] = source.split("/")
  const declared = join(packages, name, "dist", ...path).replace(/ts$/, "d.ts")
  const made = join(root, ".turbo/declarations", source).replace(/ts$/, "d.ts")
  mkdirSync(dirname(join(root, declared)), { recursive: true })
  writeFileSync(join(root, declared), readFileSync(made))
  // Its map leads to the source, from where it lies now.
  const map = { ...JSON.parse(readFileSync(`${made}.map`, "utf8")), sources: [relative(dirname(declared), source)] }
  writeFileSync(join(root, `${declared}.map`), JSON.stringify(map))
}
