import type { GuestFiles } from "../GuestProgram.ts"

/** The bounds to which the engine of a process holds its guests, whatever their modules say. */
export interface EngineBounds {
  readonly memoryPages: number
  readonly tableEntries: number
}

/**
 * Returns the command line of Node with permission to read its own program and to do nothing else: no other file, no
 * process, no worker, no native module, no variable of the environment.
 */
export const commandLine = (
  { entry, reads, quickJs }: GuestFiles,
  { memoryPages, tableEntries }: EngineBounds
): ReadonlyArray<string> => [
  process.execPath,
  "--permission",
  ...[entry, ...reads].flatMap((path) => [`--allow-fs-read=${path}`, `--allow-fs-read=${path}/*`]),
  // Type stripping and the permission model both warn that they are young.
  "--no-warnings",
  "--no-addons",
  `--max-old-space-size=${heapMebibytes}`,
  `--wasm-max-mem-pages=${Math.max(memoryPages, ownPages)}`,
  `--wasm-max-table-size=${tableEntries}`,
  entry,
  ...(quickJs === undefined ? [] : [quickJs])
]

/** The size of JavaScript's heap. The memory of guests lies beside it. */
const heapMebibytes = 256

/**
 * The memory that the script engine and the check of modules, which are WebAssembly too, need for themselves: 64 MiB.
 */
const ownPages = 1024
