import { execFile } from "node:child_process"
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { rolldown } from "rolldown"
import { compilePrograms, programFiles, programsFolder } from "../../../packages/engine/program-facts/bin/compile.mjs"
import freshness from "./freshness.cjs"
import { licences } from "./licences.mjs"

/**
 * Bundles the sources as they are, and returns the files in the bundle. The stamp is the first line of the bundle, so
 * that both are replaced in one step: if two processes bundle at once, one whole bundle remains, and its stamp is its
 * own. Parts that few commands need are files beside it, loaded on demand. The programs of the processes in which guests
 * and the jobs of the toolbox run are separate files beside the bundle, and so are the reader of files about programs,
 * the text of `--help`, the schema of policy files, and what tools of the toolbox read or run. What programs do is
 * compiled first. Parts of earlier bundles stay for `keepMs` milliseconds, because a command that runs may still load
 * them.
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
    [sourceAt("engine/policy-files/policy.schema.json"), freshness.schema],
    [join(toolbox, "toolbox-math/src/native/native-math.wasm"), join(freshness.worker, "native-math.wasm")],
    ...globSync("toolbox-code/src/*/program/*", { cwd: toolbox }).map((file) => {
      const [, , tool = "", , name = ""] = file.split(/[\\/]/)
      return /** @type {const} */ ([join(toolbox, file), join(freshness.programs, tool, name)])
    })
  ])
  replace(freshness.guest, guest.code)
  replace(freshness.reading, reading.code)
  for (const { name, code } of worker.chunks) replace(join(freshness.worker, name), code)
  for (const [from, to] of asTheyAre) replace(to, readFileSync(from), statSync(from).mode)
  const made = [...worker.chunks.map(({ name }) => join(freshness.worker, name)), ...asTheyAre.values()]
  for (const folder of [freshness.worker, freshness.programs]) removeOthers(folder, made)
  const parts = program.chunks.slice(1)
  for (const { name, code } of parts) replace(join(dirname(freshness.bundle), name), code)
  const stamp = freshness.stampOf(
    [
      ...[program, reading, guest, worker].flatMap(({ files }) => files),
      ...asTheyAre.keys(),
      // The folder changes when a file comes or goes.
      ...[programsFolder, ...programFiles()]
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

/** Returns the programs in which the jobs of the toolbox run, each with the name of its package. */
const workers = () =>
  Object.fromEntries(
    globSync("*/src/worker/main.ts", { cwd: toolbox }).map((file) => [
      dirname(dirname(dirname(file))),
      join(toolbox, file)
    ])
  )

/**
 * Bundles a program into one file, or into one and those that it loads when it needs them. `aside`: the imports that are
 * bundled for themselves, each with its file.
 *
 * @param {string | Readonly<Record<string, string>>} input
 * @param {{ readonly format: "cjs" | "esm", readonly isSplit?: boolean, readonly aside?: Readonly<Record<string, string>> }} how
 */
const bundled = async (input, { format, isSplit = false, aside = {} }) => {
  const bundling = await rolldown({
    input,
    platform: "node",
    // "import" and "require" are added for each import: a package that requires another expects no module of it.
    resolve: {
      conditionNames: ["@toolgate/source", "node", "default"],
      // Its other build hides what it requires, so that it cannot be bundled.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" }
    },
    // WebAssembly, and the modules that load it. They are looked for where they are installed, when they are first
    // needed. "pg" works without its native part, and "linkedom" without pictures. "7z-wasm", under the LGPL,
    // and Ruff, which has 10 MB, are installed by whoever wants them.
    external: ["web-tree-sitter", "quickjs-wasi", "pg-native", "canvas", "7z-wasm", "@astral-sh/ruff-wasm-nodejs"],
    plugins: [
      {
        name: "aside",
        resolveId: (id) => (aside[id] === undefined ? undefined : { id: aside[id], external: true })
      }
    ],
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
    codeSplitting: isSplit,
    // A command that runs still finds its parts while the next bundle is made.
    chunkFileNames: format === "cjs" ? "part-[name]-[hash].cjs" : "[name].js",
    // A package within "sixel" assigns to a name that it does not declare, which a module may not.
    banner: ({ moduleIds }) => (moduleIds.some((id) => /[\\/]sixel[\\/]upng\.js$/.test(id)) ? "let UPNG;" : ""),
    // Dead code is removed. Names and lines stay, for whoever reads a stack, and cost nothing measurable.
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
    // An unfinished file is somebody else's, who bundles at the same time.
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
