// Builds all packages. Each entry of a package becomes one module, because a gate
// of a thousand modules takes several times as long to load as one of twenty. Other packages stay other packages, but for TypeBox, whose
// 373 modules here build a few plain objects. What is imported with `import()` stays a file that is read when it is needed.
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { packages } from "./.ci/packages.mjs"

const built = (folder, files, dir) => ({
  cwd: folder,
  input: Object.fromEntries(files.map((file) => [basename(file, ".ts"), file])),
  platform: "node",
  // What the declarations of a newer Node are written with comes along.
  external: /^(?!@oxc-project\/runtime|typebox)[^./\0]/,
  tsconfig: false,
  // The oldest Node that the packages name.
  transform: { target: "node22.19" },
  // Editors read the comments of the declarations.
  output: {
    dir: join("dist", dir),
    format: "esm",
    chunkFileNames: "[name].js",
    sourcemap: true,
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
