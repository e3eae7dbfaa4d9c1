import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync
} from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { GuestFiles } from "../src/index.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const sources = here("../src")
const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .sort()
  .map((name) => [name, readFileSync(join(sources, name), "utf8")] as const)
const key = createHash("sha256").update(
  JSON.stringify([process.version, readFileSync(here("bundledProgram.ts"), "utf8"), files])
)
const cache = here("../node_modules/.cache/toolgate-guest-program")
const folder = join(cache, key.digest("hex"))

/** Moves a folder to its place, or removes it if another process has already made the place. */
const moveUnlessThere = (made: string) => {
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true })
  }
}

if (!existsSync(folder)) {
  mkdirSync(cache, { recursive: true })
  const made = mkdtempSync(join(cache, "new-"))
  const { build } = await import("rolldown")
  await build({
    input: here("../src/guest/main.ts"),
    platform: "node",
    tsconfig: false,
    logLevel: "silent",
    output: { dir: join(made, "guest"), entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs", format: "esm" }
  })
  moveUnlessThere(made)
}

const quickJs = realpathSync(fileURLToPath(import.meta.resolve("quickjs-wasi/quickjs.wasm")))

/**
 * The guest program as it is published: a single file with everything that a guest needs. Node takes a third of a
 * second to read the sources at each start, and twice as long for separate files without types. The file is therefore
 * built once for all tests, and again when a source has changed.
 */
export const bundledProgram: GuestFiles = { entry: join(folder, "guest/main.mjs"), reads: [folder, quickJs], quickJs }
