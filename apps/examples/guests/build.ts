// Builds the guests of the examples: AssemblyScript with its compiler from the registry, C with clang and wasi-libc.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs"
import { join } from "node:path"

const folder = join(import.meta.dirname, "..")

/** The folder of the modules. */
export const guests = join(folder, ".cache/guests")

/** Whether this machine can build C for WASI. */
export const hasClang = ["clang", "wasm-ld"].every((program) => spawnSync(program, ["--version"]).status === 0)

/**
 * Builds the AssemblyScript module once per version of sources, compiler and options, because optimizing takes some ten
 * seconds.
 */
export const buildAssemblyScript = (): string => {
  const made = createHash("sha256")
  for (const file of ["package.json", "guests/assemblyscript/count.ts", "guests/build.ts"])
    made.update(readFileSync(join(folder, file)))
  const kept = join(guests, `${made.digest("hex")}.wasm`)
  if (!existsSync(kept)) renameSync(buildAnew(), kept)
  return kept
}

const buildAnew = () =>
  built("count.as.wasm", "node_modules/.bin/asc", (module) => [
    "guests/assemblyscript/count.ts",
    "--config",
    "node_modules/@assemblyscript/wasi-shim/asconfig.json",
    "--optimize",
    "--outFile",
    module
  ])

export const buildC = (): string =>
  built("count.c.wasm", "clang", (module) => ["--target=wasm32-wasi", "-Os", "-o", module, "guests/c/count.c"])

const built = (name: string, compiler: string, args: (module: string) => ReadonlyArray<string>): string => {
  mkdirSync(guests, { recursive: true })
  const { error, status, stderr } = spawnSync(compiler, args(`.cache/guests/${name}`), {
    cwd: folder,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`${compiler} could not build ${name}.\n${stderr}`, { cause: error })
  return join(guests, name)
}
