// Builds all packages. Each entry of a package becomes one module, because a gate of a thousand modules takes several times as long to load
// as one of twenty. What is imported with `import()` stays a file that is read when it is needed.
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { packages } from "./.ci/packages.mjs"

/** Packages of which the built files contain what they use: most of what they hold is not used here, or loads slowly from many files. */
const inlined = ["@noble/hashes", "ajv", "eventsource-parser", "minisearch"]

/** Dependencies of the sources that a published package does not have: it contains them, or copies of their files. */
export const contained = [...inlined, "web-tree-sitter"]

// TypeBox is inlined too, but stays a dependency, for the types in declarations. So is what newer syntax is compiled to.
const inside = new RegExp(`^(?:[./\\0]|(?:${[...inlined, "typebox", "@oxc-project/runtime"].join("|")})(?:/|$))`)

const built = (folder, files, dir) => ({
  cwd: folder,
  input: Object.fromEntries(files.map((file) => [basename(file, ".ts"), file])),
  platform: "node",
  // An inlined package brings its own dependencies.
  external: (id, importer) => id.startsWith("node:") || !(inside.test(id) || importer?.includes("node_modules")),
  tsconfig: false,
  // The oldest Node that the packages name.
  transform: { target: "node22.19" },
  // Editors read the comments of the declarations.
  output: {
    dir: join("dist", dir),
    format: "esm",
    chunkFileNames: "[name].js",
    comments: { jsdoc: false }
  }
})

export default packages.flatMap((path) => {
  const folder = join(import.meta.dirname, path)
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const doors = Object.values(exports).flatMap((door) => door["@toolgate/source"] ?? [])
  // A program that runs as a process of its own sees its own folder and nothing beside it.
  const programs = globSync("src/*/main.ts", { cwd: folder })
  return [built(folder, doors, ""), ...programs.map((file) => built(folder, [file], relative("src", dirname(file))))]
})
