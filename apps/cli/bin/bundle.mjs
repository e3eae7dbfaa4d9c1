import { execFile } from "node:child_process"
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { rolldown } from "rolldown"
import { compilePrograms, programFiles, programsFolder } from "../../../packages/engine/program-facts/bin/compile.mjs"
import { grammarFiles } from "../../../packages/engine/shell/bin/grammarFiles.mjs"
import freshness from "./freshness.cjs"
import { licences } from "./licences.mjs"

/**
 * Bundles the sources and returns the files in the bundle. The stamp is the first line of the bundle, so both are replaced in one step, and
 * concurrent builds leave one complete bundle. Separate files beside the bundle hold the guest and worker programs, the reader of program
 * files, the text of `--help`, the policy schema, the templates of `init`, what toolbox tools read or run, and parts that few commands load. Program facts are compiled
 * first. Parts of earlier bundles stay for `keepMs` milliseconds, because a running command may still load them.
 */
export const bundle = async (keepMs = 3_600_000) => {
  const begun = Date.now()
  compilePrograms()
  const guest = await bundled(sourceAt("sandboxes/sandbox-wasm/src/guest/main.ts"), { format: "esm" })
  const worker = await bundled(workers(), { format: "esm", isSplit: true })
  const reading = await bundled(sourceAt("engine/program-facts/src/reading.ts"), { format: "cjs" })
  const program = await bundled(fileURLToPath(new URL("../src/main.ts", import.meta.url)), {
    format: "cjs",
    isSplit: true,
    aside: { "@toolgate/program-facts/reading": `./${basename(freshness.reading)}` }
  })
  const asTheyAre = new Map([
    ...grammarFiles.map(([from, name]) => /** @type {const} */ ([from, join(dirname(freshness.bundle), name)])),
    [sourceAt("engine/policy-files/policy.schema.json"), freshness.schema],
    [join(toolbox, "toolbox-math/src/native/native-math.wasm"), join(freshness.worker, "native-math.wasm")],
    ...globSync("toolbox-code/src/*/program/*", { cwd: toolbox }).map((file) => {
      const [, , tool = "", , name = ""] = file.split(/[\\/]/)
      return /** @type {const} */ ([join(toolbox, file), join(freshness.programs, tool, name)])
    }),
    ...globSync("*/*", { cwd: templates }).map(
      (file) => /** @type {const} */ ([join(templates, file), join(freshness.templates, file)])
    )
  ])
  replace(freshness.guest, guest.code)
  replace(freshness.reading, reading.code)
  for (const { name, code } of worker.chunks) replace(join(freshness.worker, name), code)
  for (const [from, to] of asTheyAre) replace(to, readFileSync(from), statSync(from).mode)
  const made = [...worker.chunks.map(({ name }) => join(freshness.worker, name)), ...asTheyAre.values()]
  for (const folder of [freshness.worker, freshness.programs, freshness.templates]) removeOthers(folder, made)
  const parts = program.chunks.slice(1)
  for (const { name, code } of parts) replace(join(dirname(freshness.bundle), name), code)
  const stamp = freshness.stampOf(
    [
      ...[program, reading, guest, worker].flatMap(({ files }) => files),
      ...asTheyAre.keys(),
      // A folder's time changes when a file is added or removed.
      ...[programsFolder, ...programFiles(), ...globSync("*", { cwd: templates }).map((name) => join(templates, name))]
    ],
    begun
  )
  replace(freshness.bundle, `//${JSON.stringify(stamp)}\n${program.code}`)
  removeOldParts(new Set(parts.map(({ name }) => name)), begun - keepMs)
  replace(freshness.help, await helpText())
  return [program, reading, guest, worker].flatMap(({ modules }) => modules)
}

/** Returns the text that the bundle prints for `--help`. */
const helpText = async () => {
  const program = "require(process.argv[1]).main()"
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program, freshness.bundle, "--help"])
  return stdout
}

/** @param {string} path */
const sourceAt = (path) => fileURLToPath(new URL(`../../../packages/${path}`, import.meta.url))

const toolbox = sourceAt("toolbox")

const templates = fileURLToPath(new URL("../templates", import.meta.url))

/** Returns the programs in which the jobs of the toolbox run, each with the name of its package. */
const workers = () =>
  Object.fromEntries(
    globSync("*/src/worker/main.ts", { cwd: toolbox }).map((file) => [
      dirname(dirname(dirname(file))),
      join(toolbox, file)
    ])
  )

/**
 * Bundles a program into one file, or into several that are loaded on demand. `aside` lists imports that become separate files.
 *
 * @param {string | Readonly<Record<string, string>>} input
 * @param {{ readonly format: "cjs" | "esm", readonly isSplit?: boolean, readonly aside?: Readonly<Record<string, string>> }} how
 */
const bundled = async (input, { format, isSplit = false, aside = {} }) => {
  const bundling = await rolldown({
    input,
    platform: "node",
    // "import" and "require" are added for each import, because a package that uses `require` does not expect an ES module.
    resolve: {
      conditionNames: ["@toolgate/source", "node", "default"],
      // The other build hides its `require` calls from the bundler.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" }
    },
    // The script engine is found where it is installed, on first use. "pg" works without its native part, and "linkedom"
    // without pictures. "7z-wasm" (LGPL) and Ruff (10 MB) are optional installations.
    external: ["quickjs-wasi", "pg-native", "canvas", "7z-wasm", "@astral-sh/ruff-wasm-nodejs"],
    plugins: [
      {
        name: "aside",
        resolveId: (id) => (aside[id] === undefined ? undefined : { id: aside[id], external: true })
      }
    ],
    tsconfig: false,
    // The oldest Node that bin/supported.cjs accepts.
    transform: {
      target: "node22.19",
      // Effect looks for the variables of other bundlers here. Those of the process come without it.
      define: { "import.meta.env": "undefined" }
    },
    // Otherwise a missing import would fail only when the bundle runs.
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  })
  const { output } = await bundling.generate({
    format,
    codeSplitting: isSplit,
    // A command that runs still finds its parts while the next bundle is made.
    chunkFileNames: format === "cjs" ? "part-[name]-[hash].cjs" : "[name].js",
    // A package inside "sixel" assigns to an undeclared name, which is an error in a module.
    banner: ({ moduleIds }) => (moduleIds.some((id) => /[\\/]sixel[\\/]upng\.js$/.test(id)) ? "let UPNG;" : ""),
    // Removes dead code but preserves names and lines, so that stack traces stay readable.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } }
  })
  const files = await bundling.watchFiles
  await bundling.close()
  const chunks = output.filter((file) => file.type === "chunk")
  return {
    code: output[0].code,
    chunks: chunks.map(({ fileName, code }) => ({ name: fileName, code })),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
    files
  }
}

/**
 * @param {string} file
 * @param {string | Uint8Array} text
 * @param {number} [mode]
 */
const replace = (file, text, mode = 0o644) => {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, text, { mode })
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * Removes the files of an earlier bundle.
 *
 * @param {string} folder
 * @param {ReadonlyArray<string>} kept
 */
const removeOthers = (folder, kept) => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    // An unfinished file may belong to a concurrent build.
    if (entry.isFile() && !kept.includes(file) && !/\.\d+$/.test(file)) rmSync(file, { force: true })
  }
}

/**
 * Removes the parts of earlier bundles that were written before a time.
 *
 * @param {ReadonlySet<string>} parts
 * @param {number} before
 */
const removeOldParts = (parts, before) => {
  const folder = dirname(freshness.bundle)
  for (const name of readdirSync(folder).filter((name) => name.startsWith("part-") && !parts.has(name)))
    if ((statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      rmSync(join(folder, name), { force: true })
}

/** Bundles the sources to be published, without parts of earlier bundles, and writes the licences of what is in the bundle. */
export const build = async () => writeFileSync(`${dirname(freshness.bundle)}/LICENCES.txt`, licences(await bundle(0)))

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
