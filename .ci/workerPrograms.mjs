// Gives the tests the programs of the toolbox's workers as they are published: one file each. Loading one from its sources takes up to ten
// times as long, and each call that is cancelled or exceeds a limit costs a worker.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"

const toolbox = join(import.meta.dirname, "../packages/toolbox")
const programs = globSync("*/src/worker/main.ts", { cwd: toolbox }).map((entry) => {
  const folder = join(toolbox, entry, "../../..")
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return { ...manifest, folder, file: join(folder, ".cache/worker/main.mjs") }
})

/** Bundles each program, unless its bundle is newer than all modules in it, which are named in its first line. */
export const bundleWorkers = async () => {
  for (const { dependencies, peerDependencies, folder, file } of programs) {
    if (existsSync(file)) {
      const [first] = readFileSync(file, "utf8").split("\n", 1)
      const { mtimeMs } = statSync(file)
      const isOld = (id) => (statSync(id, { throwIfNoEntry: false })?.mtimeMs ?? mtimeMs) >= mtimeMs
      if (!JSON.parse(first.slice(3)).some(isOld)) continue
    }
    const bundling = await rolldown({
      cwd: folder,
      input: "src/worker/main.ts",
      platform: "node",
      resolve: { conditionNames: ["@toolgate/source", "node", "import", "default"] },
      // The program finds only the packages that its own package depends on.
      external: Object.keys({ ...dependencies, ...peerDependencies })
        .filter((name) => !name.startsWith("@toolgate/") && name !== "typebox")
        .map((name) => new RegExp(`^${name}(?:/|$)`)),
      tsconfig: false,
      plugins: [
        {
          name: "places",
          transform: (code, id) => code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id)))
        }
      ]
    })
    const { output } = await bundling.generate({ format: "esm", codeSplitting: false })
    await bundling.close()
    const [{ code, moduleIds }] = output
    const modules = moduleIds.filter((id) => existsSync(id))
    mkdirSync(join(file, ".."), { recursive: true })
    writeFileSync(`${file}.${process.pid}`, `// ${JSON.stringify(modules)}\n${code}`)
    renameSync(`${file}.${process.pid}`, file)
  }
}

const own = "const entry = workerEntry(ownPackage, from)"
const bundles = JSON.stringify(Object.fromEntries(programs.map(({ name, file }) => [name, file])))

/** The Vite plugin that leads tests to the bundles. */
export const workerPrograms = {
  name: "toolgate-worker-programs",
  transform: (code, id) => {
    if (!id.endsWith("toolbox-base/src/worker/getWorkerCommand.ts")) return
    if (!code.includes(own)) throw new Error(`"getWorkerCommand.ts" has no "${own}" any more.`)
    return code.replace(own, `const entry = ${bundles}[ownPackage] ?? workerEntry(ownPackage, from)`)
  }
}
