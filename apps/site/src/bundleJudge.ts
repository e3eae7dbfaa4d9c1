import { copyFileSync, existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { compilePrograms } from "../../../packages/engine/program-facts/bin/compile.mjs"

const here = (path: string): string => join(import.meta.dirname, path)

/**
 * Bundles the judge as the program of a Web Worker into a folder, with the parser and the grammar of bash beside it. The
 * facts about programs are compiled first.
 */
export const bundleJudge = async (folder: string): Promise<void> => {
  compilePrograms()
  const bundling = await rolldown({
    input: { judge: here("playground/judgeWorker.ts") },
    platform: "browser",
    resolve: {
      conditionNames: ["@toolgate/source", "browser", "import", "default"],
      alias: { "@toolgate/shell/files": here("browser/fetchGrammarFiles.ts") }
    },
    // The parser imports these in Node only.
    external: ["fs/promises", "module"],
    // The parser can run code that a grammar brings along; this grammar brings none.
    checks: { eval: false },
    plugins: [standIns],
    tsconfig: false,
    transform: {
      inject: { Buffer: [here("browser/Buffer.ts"), "Buffer"], process: [here("browser/process.ts"), "process"] }
    },
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  })
  await bundling.write({ dir: folder, format: "esm", minify: true, chunkFileNames: "[name]-[hash].js" })
  await bundling.close()
  const { resolve } = createRequire(import.meta.url)
  for (const file of ["web-tree-sitter/web-tree-sitter.wasm", "tree-sitter-bash/tree-sitter-bash.wasm"])
    copyFileSync(resolve(file), join(folder, file.split("/")[1] ?? ""))
}

/**
 * Replaces the modules of Node by those in `browser/node`. Functions that have no replacement are never called when the
 * playground judges; they throw.
 */
const standIns: Plugin = {
  name: "stand-ins for Node",
  resolveId: (id) => (id.startsWith("node:") ? `\0${id}` : undefined),
  load: async (id) => {
    if (!id.startsWith("\0node:")) return undefined
    const file = here(`browser/node/${id.slice("\0node:".length)}.ts`)
    const own = existsSync(file) ? Object.keys(await import(file)) : []
    const others = Object.keys(await import(id.slice(1))).filter((name) => name !== "default" && !own.includes(name))
    const stubs = others.map(
      (name) => `export const ${name} = () => { throw new Error(${JSON.stringify(`No "${name}" in a browser.`)}) }`
    )
    return [...stubs, own.length === 0 ? "" : `export * from ${JSON.stringify(file)}`].join("\n")
  }
}
