import { existsSync, realpathSync } from "node:fs"
import { dirname, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Context from "effect/Context"

/** The program of the processes that guests run in, and all that it may read. */
export interface GuestFiles {
  readonly entry: string
  /** Files, and folders with everything in them, as absolute paths. */
  readonly reads: ReadonlyArray<string>
  /** The module of the script engine, where it does not lie in its package. It is among what may be read. */
  readonly quickJs?: string
}

/** Where that program is. For whoever ships it as a file of their own, beside a bundle. */
export const GuestProgram = Context.Reference<GuestFiles>("@toolgate/sandbox-wasm/GuestProgram", {
  defaultValue: () => ownProgram
})

/** The packages that it uses. */
const packages = ["quickjs-wasi"]

// Sources run from sources, what was built from what was built, and a bundle from a module beside it.
const here = dirname(fileURLToPath(import.meta.url))

const extension = extname(import.meta.url)
const isBundle = !existsSync(join(here, "guest", `main${extension}`))

/** What of this package the program is made of. In a bundle it is one file; what else lies around that is somebody else's. */
const parts = isBundle ? ["guest"] : ["guest", "frames", "admission", `measures${extension}`]

const ownProgram: GuestFiles = {
  entry: join(here, "guest", isBundle ? "main.mjs" : `main${extension}`),
  reads: [
    ...parts.map((part) => join(here, part)),
    join(here, "../package.json"),
    ...packages.flatMap((name) => placesOf(name, dirname(here)))
  ]
}

/** Where Node looks for a package from a folder: every place up to the one where it is, and what that leads to. */
function placesOf(name: string, from: string): ReadonlyArray<string> {
  const place = join(from, "node_modules", name)
  if (existsSync(place)) return [place, realpathSync(place)]
  const above = dirname(from)
  return above === from ? [] : [place, ...placesOf(name, above)]
}
