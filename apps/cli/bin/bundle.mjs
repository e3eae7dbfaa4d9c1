import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import freshness from "./freshness.cjs"
import { licences } from "./licences.mjs"

/**
 * Bundles the sources as they are, and returns the files in the bundle. The stamp is the first line of the bundle, so
 * that both are replaced in one step: if two processes bundle at once, one whole bundle remains, and its stamp is its
 * own. The program of the processes in which guests run is a separate file beside the bundle, and so is the schema of
 * policy files.
 */
export const bundle = async () => {
  const begun = Date.now()
  const guest = await bundled("../../../packages/sandboxes/sandbox-wasm/src/guest/main.ts", "esm")
  const program = await bundled("../src/main.ts", "cjs")
  const schema = fileURLToPath(new URL("../../../packages/engine/policy-files/policy.schema.json", import.meta.url))
  replace(freshness.guest, guest.code)
  replace(freshness.schema, readFileSync(schema, "utf8"))
  const stamp = freshness.stampOf([...program.files, ...guest.files, schema], begun)
  replace(freshness.bundle, `//${JSON.stringify(stamp)}\n${program.code}`)
  return [...program.modules, ...guest.modules]
}

/**
 * @param {string} input
 * @param {"cjs" | "esm"} format
 */
const bundled = async (input, format) => {
  const bundling = await rolldown({
    input: fileURLToPath(new URL(input, import.meta.url)),
    platform: "node",
    // "import" and "require" are added for each import: a package that requires another expects no module of it.
    resolve: {
      conditionNames: ["@toolgate/source", "node", "default"],
      // Its other build hides what it requires, so that it cannot be bundled.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" }
    },
    // WebAssembly, and the modules that load it. They are looked for where they are installed, when they are first
    // needed. "pg" works without its native part.
    external: ["web-tree-sitter", "quickjs-wasi", "pg-native"],
    tsconfig: false,
    // The oldest Node that bin/supported.cjs accepts.
    transform: { target: "node22.19" },
    // Without this, an import that is not found would only fail for whoever runs the bundle.
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  })
  const { output } = await bundling.generate({
    format,
    codeSplitting: false,
    // Dead code is removed. Names and lines stay, for whoever reads a stack, and cost nothing measurable.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } }
  })
  const files = await bundling.watchFiles
  await bundling.close()
  return { code: output[0].code, modules: output[0].moduleIds, files }
}

/**
 * @param {string} file
 * @param {string} text
 */
const replace = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, text)
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${dirname(freshness.bundle)}/LICENCES.txt`, licences(await bundle()))
