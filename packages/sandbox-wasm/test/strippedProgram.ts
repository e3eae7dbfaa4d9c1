import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { once } from "@toolgate/processes"
import type { GuestFiles } from "../src/index.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The guests' program as it is published: its sources without their types. Node takes a third of a second to strip them at each
 * start, so it is done once for all tests, and again when a source has changed.
 */
export const strippedProgram = once((): GuestFiles => {
  const sources = here("../src")
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => [name, readFileSync(join(sources, name), "utf8")] as const)
  const key = createHash("sha256").update(
    JSON.stringify([process.version, readFileSync(here("strippedProgram.ts"), "utf8"), files])
  )
  const cache = here("../node_modules/.cache/toolgate-guest-program")
  const folder = join(cache, key.digest("hex"))
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const made = mkdtempSync(join(cache, "new-"))
    for (const [name, source] of files) {
      const file = join(made, name.replace(/\.ts$/, ".js"))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, stripTypeScriptTypes(source).replaceAll(/(from |import\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'))
    }
    writeFileSync(join(made, "package.json"), '{"type":"module"}')
    moveUnlessThere(made, folder)
  }
  return { entry: join(folder, "guest/main.js"), reads: [folder, quickJs], quickJs }
})

/** Moves a folder to its place, or removes it if another process has made the place meanwhile. */
const moveUnlessThere = (made: string, folder: string) => {
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true })
  }
}

const quickJs = realpathSync(fileURLToPath(import.meta.resolve("quickjs-wasi/quickjs.wasm")))
