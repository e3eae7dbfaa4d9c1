// How a package is built, from its own folder: one module for each of its doors, of all that stands behind it, because a gate of a
// thousand modules takes several times as long to load as one of twenty. Other packages stay other packages, but for TypeBox,
// whose 373 modules here build a few plain objects. What is imported with `import()` stays a file that is read when it is needed.
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"

const { exports } = JSON.parse(readFileSync("package.json", "utf8"))
const doors = Object.values(exports).flatMap((door) => door["@toolgate/source"] ?? [])
// A program that runs as a process of its own sees its own folder and nothing beside it.
const programs = globSync("src/*/main.ts")

const built = (files, folder) => ({
  input: Object.fromEntries(files.map((file) => [basename(file, ".ts"), file])),
  platform: "node",
  // What the declarations of a newer Node are written with comes along.
  external: /^(?!@oxc-project\/runtime|typebox)[^./\0]/,
  tsconfig: false,
  // The oldest Node that the packages name.
  transform: { target: "node22.19" },
  output: { dir: join("dist", folder), format: "esm", chunkFileNames: "[name].js", sourcemap: true }
})

export default [built(doors, ""), ...programs.map((file) => built([file], relative("src", dirname(file))))]
