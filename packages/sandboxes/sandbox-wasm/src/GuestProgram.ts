import { existsSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Context from "effect/Context"

/** The program that runs guests in a process, and the files that it may read. */
export interface GuestFiles {
  readonly entry: string
  /** Files, and folders with their content, as absolute paths. */
  readonly reads: ReadonlyArray<string>
  /** The script engine's module, if it is not in its package. It must be one of the readable files. */
  readonly quickJs?: string
}

/** Packages that the program needs. */
const packages = ["quickjs-wasi"]

/** The program's source files. */
const sources = ["guest", "frames", "admission", "measures.ts"]

// Finds the program: in the sources, in the built files, beside a bundle, or in an installed copy of this package.
const ownProgram = (): GuestFiles => {
  // A CommonJS bundle has no module URL.
  const own = fileURLToPath(import.meta.url ?? pathToFileURL(process.argv[1] ?? "none"))
  const here = dirname(own)
  const beside = ["main.ts", "main.js", "main.mjs"].find((entry) => existsSync(join(here, "guest", entry)))
  const installed = packageFrom(own)
  if (beside === undefined && installed !== undefined) return program(join(installed, "dist"), "main.js", ["guest"])
  // A built or bundled program is a single file. Other files around it may belong to the app.
  return program(here, beside ?? "main.mjs", beside === "main.ts" ? sources : ["guest"])
}

/**
 * The location of the guest program. Set it to ship the program beside a bundle.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { GuestProgram } from "@toolgate/sandbox-wasm"
 * import * as Effect from "effect/Effect"
 *
 * const entry = Effect.map(GuestProgram, (program) => program.entry)
 * assert.match(await Effect.runPromise(entry), /guest[/\\]main\.\w+$/)
 * // A bundle ships the program beside itself.
 * const beside = { entry: "/app/guest/main.mjs", reads: ["/app/guest"] }
 * assert.equal(await Effect.runPromise(Effect.provideService(entry, GuestProgram, beside)), "/app/guest/main.mjs")
 * ```
 */
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

/** Returns the folder of this package, if it or `toolgate` is installed where the file can import it. */
const packageFrom = (file: string): string | undefined => {
  let found: string | undefined
  let from = file
  for (const name of ["toolgate", "@toolgate/sandbox-wasm"])
    try {
      from = createRequire(from).resolve(`${name}/package.json`)
      found = name === "toolgate" ? undefined : dirname(from)
    } catch {
      // This package may be installed without `toolgate`.
    }
  return found
}

/** Returns the places where Node searches for a package: all up to the package, and the real path of the package. */
function placesOf(name: string, from: string): ReadonlyArray<string> {
  const place = join(from, "node_modules", name)
  if (existsSync(place)) return [place, realpathSync(place)]
  const above = dirname(from)
  return above === from ? [] : [place, ...placesOf(name, above)]
}
