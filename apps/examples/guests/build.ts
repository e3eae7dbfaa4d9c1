// Builds the guests of the examples: AssemblyScript with its compiler from the registry, C with clang and wasi-libc.
import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"

const folder = join(import.meta.dirname, "..")

/** Where the modules are put. */
export const guests = join(folder, ".turbo/guests")

/** Whether this machine can build C for WASI. */
export const hasClang = ["clang", "wasm-ld"].every((program) => spawnSync(program, ["--version"]).status === 0)

export const buildAssemblyScript = (): string =>
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
  const { error, status, stderr } = spawnSync(compiler, args(`.turbo/guests/${name}`), {
    cwd: folder,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`${compiler} could not build ${name}.\n${stderr}`, { cause: error })
  return join(guests, name)
}
