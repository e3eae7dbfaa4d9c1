import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import freshness from "./freshness.cjs"
import { licences } from "./licences.mjs"

/**
 * Makes the bundle of the sources as they are, and answers with the files that ended up in it. The stamp is the first line
 * of the bundle, so that both are replaced in one step: of two that bundle at once, one is left whole, and says what it was
 * made of.
 */
export const bundle = async () => {
  const begun = Date.now()
  const bundling = await rolldown({
    input: fileURLToPath(new URL("../src/main.ts", import.meta.url)),
    platform: "node",
    resolve: { conditionNames: ["@toolgate/source", "node", "import", "default"] },
    // WebAssembly, and what loads it: both are looked for where they are installed, when a command first needs them.
    external: ["web-tree-sitter", "tree-sitter-bash"],
    tsconfig: false,
    // The oldest Node that bin/supported.cjs lets through.
    transform: { target: "node22.19" },
    // An import that is not found would be left for whoever runs the bundle to find.
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  })
  const { output } = await bundling.generate({
    format: "cjs",
    codeSplitting: false,
    // Dead code goes; names and lines stay, which cost nothing measurable, for whoever has to read a stack.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } }
  })
  const files = await bundling.watchFiles
  await bundling.close()
  mkdirSync(dirname(freshness.bundle), { recursive: true })
  const unfinished = `${freshness.bundle}.${process.pid}`
  try {
    writeFileSync(unfinished, `//${JSON.stringify(freshness.stampOf(files, begun))}\n${output[0].code}`)
    renameSync(unfinished, freshness.bundle)
  } finally {
    rmSync(unfinished, { force: true })
  }
  return output[0].moduleIds
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${dirname(freshness.bundle)}/LICENCES.txt`, licences(await bundle()))
