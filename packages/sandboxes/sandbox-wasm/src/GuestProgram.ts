import { existsSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Context from "effect/Context"

/** The program of the processes in which guests run, and everything that it may read. */
export interface GuestFiles {
  readonly entry: string
  /** Files, and folders with everything in them, as absolute paths. */
  readonly reads: ReadonlyArray<string>
  /** The module of the script engine, if it is not in its package. It is among the files that may be read. */
  readonly quickJs?: string
}

/** The packages that the program uses. */
const packages = ["quickjs-wasi"]

/** The parts of the sources of which the program consists. */
const sources = ["guest", "frames", "admission", "measures.ts"]

// Finds the program: from the sources if this module runs from sources, from the built files if it was built, and
// otherwise from a module beside the bundle, or from this package where it is installed.
const ownProgram = (): GuestFiles => {
  // In a bundle of the CommonJS format, a module has no URL.
  const own = fileURLToPath(import.meta.url ?? pathToFileURL(process.argv[1] ?? "none"))
  const here = dirname(own)
  const beside = ["main.ts", "main.js", "main.mjs"].find((entry) => existsSync(join(here, "guest", entry)))
  const installed = packageFrom(own)
  if (beside === undefined && installed !== undefined) return program(join(installed, "dist"), "main.js", ["guest"])
  // Built or bundled, the program is one file. Other files around it belong to somebody else.
  return program(here, beside ?? "main.mjs", beside === "main.ts" ? sources : ["guest"])
}

/** The place of the program. Set it to ship the program as a file of your own, beside a bundle. */
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

/** Returns the folder of this package, if it or `toolgate` is installed beside a file. */
const packageFrom = (file: string): string | undefined => {
  let found: string | undefined
  let from = file
  for (const name of ["toolgate", "@toolgate/sandbox-wasm"])
    try {
      from = createRequire(from).resolve(`${name}/package.json`)
      found = name === "toolgate" ? undefined : dirname(from)
    } catch {
      // This package may be installed without `toolgate`, which depends on it.
    }
  return found
}

/**
 * Returns the places where Node looks for a package from a folder: every place up to the one where the package is, and
 * the target of that place.
 */
function placesOf(name: string, from: string): ReadonlyArray<string> {
  const place = join(from, "node_modules", name)
  if (existsSync(place)) return [place, realpathSync(place)]
  const above = dirname(from)
  return above === from ? [] : [place, ...placesOf(name, above)]
}
