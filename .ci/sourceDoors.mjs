// Bundles the sources of all packages, with Effect and TypeBox, for the programs that tests and examples start. They
// load four times as fast as from a thousand files. A test that starts Node with `--conditions=@toolgate/source` starts
// it with `--import` and the bundle instead.
import { createHash } from "node:crypto"
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { guestProgram } from "./guestProgram.mjs"
import { workerPrograms } from "./workerPrograms.mjs"

const root = join(import.meta.dirname, "..")
const cache = join(root, "node_modules/.cache/doors")

/**
 * The module that redirects a program's imports to the bundle. Its first line lists the files of the bundle with their
 * modification times.
 */
export const sourceDoors = join(cache, "doors.mjs")

/** Bundles the sources, unless the bundle is made of the same files. */
export const bundleDoors = async () => {
  if (existsSync(sourceDoors)) {
    const [first] = readFileSync(sourceDoors, "utf8").split("\n", 1)
    if (JSON.parse(first.slice(3)).every(([file, time]) => timeOf(file) === time)) return
  }
  const manifests = globSync("packages/{*,*/*}/package.json", { cwd: root }).map((file) => join(root, file))
  const sources = manifests.flatMap((file) =>
    Object.values(JSON.parse(readFileSync(file, "utf8")).exports ?? {})
      .filter((door) => door["@toolgate/source"] !== undefined)
      .map((door) => join(file, "..", door["@toolgate/source"]))
  )
  const begun = Date.now()
  const chunks = await bundle(sources)
  const folder = join(cache, createHash("sha256").update(JSON.stringify(chunks)).digest("hex").slice(0, 16))
  for (const { fileName, code } of chunks) replace(join(folder, fileName), code)
  const made = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds)), ...manifests, import.meta.filename]
  // A file that changed meanwhile may have been read before.
  const stamp = made.filter((file) => existsSync(file)).map((file) => [file, timeOf(file) < begun ? timeOf(file) : 0])
  const doors = chunks
    .filter(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId !== null)
    .map(({ fileName, facadeModuleId }) => [pathToFileURL(facadeModuleId), pathToFileURL(join(folder, fileName))])
  replace(sourceDoors, `// ${JSON.stringify(stamp)}\n${sending(Object.fromEntries(doors))}`)
  // Programs that run now may still load from an earlier bundle.
  for (const name of readdirSync(cache))
    if (name !== basename(folder) && timeOf(join(cache, name)) < begun - 3_600_000)
      rmSync(join(cache, name), { recursive: true, force: true })
}

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs

const replace = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}

const sending = (doors) => `import { registerHooks } from "node:module"
const doors = ${JSON.stringify(doors)}
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, { ...context, conditions: [...context.conditions, "@toolgate/source"] })
    const url = doors[found.url]
    return url === undefined ? found : { ...found, url, format: "module" }
  }
})
`

/** Packages of hundreds of files, which are bundled too. */
const manyFiles = /^(?:effect|kysely|typebox)(?:\/|$)/

const bundle = async (input) => {
  const bundling = await rolldown({
    cwd: root,
    input,
    platform: "node",
    resolve: { conditionNames: ["@toolgate/source", "node", "import", "default"] },
    tsconfig: false,
    plugins: [
      {
        name: "places",
        async resolveId(specifier, importer, { isEntry }) {
          if (isEntry || /^(?:\.|\/|node:)/.test(specifier) || importer.includes("node_modules")) return
          const id = (await this.resolve(specifier, importer, { skipSelf: true }))?.id
          // A program's own imports of these packages resolve to the bundle's copy.
          if (manyFiles.test(specifier)) this.emitFile({ type: "chunk", id })
          else if (!/^(?:@toolgate\/|toolgate(?:\/|$))/.test(specifier))
            return { id: existsSync(id ?? "") ? id : specifier, external: true }
        },
        transform: (code, id) => {
          if (id.includes("node_modules")) return
          const url = JSON.stringify(pathToFileURL(id))
          return code
            .replaceAll("import.meta.url", url)
            .replaceAll(/import\.meta\.resolve\(("[^"]+")\)/g, `import.meta.resolve($1, ${url})`)
        }
      },
      guestProgram,
      workerPrograms
    ]
  })
  const { output } = await bundling.generate({
    format: "esm",
    entryFileNames: "[name]-[hash].mjs",
    chunkFileNames: "[name]-[hash].mjs"
  })
  await bundling.close()
  return output
    .filter(({ type }) => type === "chunk")
    .map(({ fileName, code, isEntry, facadeModuleId, moduleIds }) => ({
      fileName,
      code,
      isEntry,
      facadeModuleId,
      moduleIds
    }))
}

const conditions = '"--conditions=@toolgate/source"'

/** The Vite plugin that makes the programs that tests start use the bundle. */
export const startedPrograms = {
  name: "toolgate-started-programs",
  transform: (code, id) => {
    if (/\/test\/|packages\/testing\/src\//.test(id) && code.includes(conditions))
      return code.replaceAll(conditions, JSON.stringify(`--import=${sourceDoors}`))
  }
}
