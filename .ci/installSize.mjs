// Measures what an install of `toolgate` writes, and what importing it loads, in a folder where it is installed.
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The most that an install may write, with the package `effect` and without it, in bytes. */
const mostBytes = { withEffect: 80e6, without: 22e6 }

/** The most that importing `toolgate` may load, as a multiple of what importing `effect/Effect` loads, in bytes. */
const mostLoaded = 1.6

/**
 * Returns the sizes of `toolgate`, of what it depends on, and of `effect`, by their names: the bytes of their files, the largest first.
 *
 * @param {string} project
 */
export const sizesOfInstall = (project) => {
  const folders = new Map()
  const visit = (name, from) => {
    const folder = folderOf(name, from)
    if (folders.has(folder)) return
    folders.set(folder, name)
    for (const other of Object.keys(manifestIn(folder).dependencies ?? {})) visit(other, folder)
  }
  for (const name of ["toolgate", "effect"]) visit(name, project)
  const sizes = {}
  for (const [folder, name] of folders) sizes[name] = (sizes[name] ?? 0) + bytesIn(folder)
  return Object.fromEntries(Object.entries(sizes).toSorted(([, one], [, other]) => other - one))
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Returns the folder of a package, as Node finds it from another. Some packages do not export their manifests. */
const folderOf = (name, from) => {
  const found = createRequire(join(from, "package.json"))
    .resolve.paths(name)
    .map((folder) => join(folder, name))
    .find((folder) => statSync(join(folder, "package.json"), { throwIfNoEntry: false }) !== undefined)
  if (found === undefined) throw new Error(`"${name}" is not installed where "${from}" can import it.`)
  return found
}

const bytesIn = (folder) => {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) bytes += entry.name === "node_modules" ? 0 : bytesIn(join(folder, entry.name))
    else bytes += statSync(join(folder, entry.name)).size
  return bytes
}

/** Returns the URLs of the files that an import loads. */
const loadedBy = (project, specifier) => {
  const program =
    'import { registerHooks } from "node:module"; const urls = []; ' +
    "registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) }); " +
    `await import(${JSON.stringify(specifier)}); console.log(urls.filter((url) => url.startsWith("file:")).join("\\n"))`
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: project, encoding: "utf8" })
    .trim()
    .split("\n")
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * Throws if an install is larger than it may be, if a large part of it has no reason on the page of dependencies, or if importing `toolgate`
 * loads more than it may, or what only some programs use.
 *
 * @param {string} project
 * @param {string} page
 */
export const checkInstall = (project, page) => {
  const sizes = sizesOfInstall(project)
  const withEffect = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
  const without = withEffect - sizes.effect
  console.log(`An install of "toolgate" has ${megabytes(withEffect)}, and without "effect" ${megabytes(without)}.`)
  if (withEffect > mostBytes.withEffect || without > mostBytes.without)
    throw new Error(
      `That is too much:\n${Object.entries(sizes)
        .map(([name, bytes]) => `${megabytes(bytes)} ${name}`)
        .join("\n")}`
    )
  for (const [name, bytes] of Object.entries(sizes))
    if (bytes > 0.5e6 && !new RegExp(`^\\| [\\d.]+ +\\| \`${name}\` `, "m").test(page))
      throw new Error(`docs/dependencies.md does not say what the ${megabytes(bytes)} of "${name}" are for.`)

  const loaded = loadedBy(project, "toolgate")
  for (const seldom of seldoms)
    if (loaded.some((url) => url.includes(`/node_modules/${seldom}`)))
      throw new Error(`Importing "toolgate" loads "${seldom}".`)
  const bytesOf = (urls) => urls.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0)
  const ratio = bytesOf(loaded) / bytesOf(loadedBy(project, "effect/Effect"))
  console.log(
    `Importing "toolgate" loads ${loaded.length} files, ${ratio.toFixed(2)} times the bytes of "effect/Effect".`
  )
  if (ratio > mostLoaded) throw new Error(`Importing "toolgate" loads too much:\n${loaded.join("\n")}`)
}

/** Modules that importing the door does not load: a program may only define tools, and few gates need some of them. */
const seldoms = [
  "@toolgate/catalogue",
  "@toolgate/dispatch",
  "@toolgate/program-facts",
  "@toolgate/sandbox-wasm",
  "@toolgate/supervisor",
  "effect/dist/Stream.js",
  "kysely",
  "pino",
  "typebox",
  "yaml"
]
