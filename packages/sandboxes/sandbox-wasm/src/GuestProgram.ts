import { existsSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Context from "effect/Context"

/** The program of the processes that guests run in, and all that it may read. */
export interface GuestFiles {
  readonly entry: string
  /** Files, and folders with everything in them, as absolute paths. */
  readonly reads: ReadonlyArray<string>
  /** The module of the script engine, where it does not lie in its package. It is among what may be read. */
  readonly quickJs?: string
}

/** The packages that it uses. */
const packages = ["quickjs-wasi"]

/** What of the sources the program is made of. */
const sources = ["guest", "frames", "admission", "measures.ts"]

// Sources run from sources, what was built from what was built, and a bundle from a module beside it, or from this package where it
// is installed.
const ownProgram = (): GuestFiles => {
  // Bundled as CommonJS, a module has no address.
  const own = fileURLToPath(import.meta.url ?? pathToFileURL(process.argv[1] ?? "none"))
  const here = dirname(own)
  const beside = ["main.ts", "main.js", "main.mjs"].find((entry) => existsSync(join(here, "guest", entry)))
  const installed = packageFrom(own)
  if (beside === undefined && installed !== undefined) return program(join(installed, "dist"), "main.js", ["guest"])
  // Built or in a bundle it is one file; what else lies around that is somebody else's.
  return program(here, beside ?? "main.mjs", beside === "main.ts" ? sources : ["guest"])
}

/** Where that program is. For whoever ships it as a file of their own, beside a bundle. */
export const GuestProgram = Context.Reference<GuestFiles>("@toolgate/sandbox-wasm/GuestProgram", {
  defaultValue: ownProgram
})

const program = (folder: string, entry: string, parts: ReadonlyArray<string>): GuestFiles => ({
  entry: join(folder, "guest", entry),
  reads: [
    ...parts.map((part) => join(folder, part)),
    join(folder, "../package.json"),
    ...packages.flatMap((name) => placesOf(name, dirname(folder)))
  ]
})

/** The folder of this package, where it or `toolgate` is installed beside a file. */
const packageFrom = (file: string): string | undefined => {
  let found: string | undefined
  let from = file
  for (const name of ["toolgate", "@toolgate/sandbox-wasm"])
    try {
      from = createRequire(from).resolve(`${name}/package.json`)
      found = name === "toolgate" ? undefined : dirname(from)
    } catch {
      // It may be found without the one that it is a dependency of.
    }
  return found
}

/** Where Node looks for a package from a folder: every place up to the one where it is, and what that leads to. */
function placesOf(name: string, from: string): ReadonlyArray<string> {
  const place = join(from, "node_modules", name)
  if (existsSync(place)) return [place, realpathSync(place)]
  const above = dirname(from)
  return above === from ? [] : [place, ...placesOf(name, above)]
}
