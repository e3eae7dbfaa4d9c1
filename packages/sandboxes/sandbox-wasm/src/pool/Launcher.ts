import { existsSync } from "node:fs"
import { isBeneath } from "@toolgate/core/access"
import { Bubblewrap, confiningWords, diesWithParent, once } from "@toolgate/processes"
import type { GuestFiles } from "../GuestProgram.ts"
import type { Launch } from "./launch.ts"

/**
 * The number of times that confinement is tried if it has never worked. The machine may be too busy for it at the
 * moment.
 */
const mostTries = 3

/**
 * A launcher that decides how processes are started: confined by bubblewrap, or unconfined if bubblewrap is not
 * installed or does not work on this machine. Once a confined process was ready, all others are confined too.
 */
export class Launcher {
  private readonly confined: (() => Launch) | undefined
  private readonly loose: () => Launch
  private readonly entry: string
  private hasWorked = false
  private tries = 0

  /**
   * `bubblewrap`: the path of bubblewrap. Without a path, bubblewrap is looked for where the system keeps its own
   * programs.
   */
  constructor(files: GuestFiles, bounds: EngineBounds, bubblewrap?: string) {
    this.entry = files.entry
    const { program } = new Bubblewrap(bubblewrap)
    const node = once(() => commandLine(files, bounds))
    this.confined =
      program === undefined ? undefined : once(() => ({ bubblewrap: [program, ...confinedWords(files)], node: node() }))
    this.loose = once(() => ({ bubblewrap: undefined, node: [...diesWithParent(), ...node()] }))
  }

  next(): Launch {
    return this.confined === undefined || this.tries === mostTries ? this.loose() : this.confined()
  }

  /** The reason why no process starts, as far as it can be seen, as the rest of a sentence. */
  get startProblem(): string {
    return existsSync(this.entry)
      ? "its process did not start"
      : `its process has no program at "${this.entry}"; leave "toolgate" out of the bundle, and installed beside it`
  }

  /** Called for a process that became ready. */
  worked({ bubblewrap }: Launch): void {
    this.hasWorked ||= bubblewrap !== undefined
  }

  /** Called for a process that did not become ready. Returns false if it was not a trial. */
  failed({ bubblewrap }: Launch): boolean {
    if (bubblewrap === undefined || this.hasWorked) return false
    this.tries = Math.min(this.tries + 1, mostTries)
    return true
  }
}

/**
 * Returns bubblewrap's arguments for a guest's process. Of all files, the process sees Node, the libraries with which
 * Node is linked, and its program, all read-only. There is no `/proc` and no `/dev`, because Node needs neither.
 */
const confinedWords = ({ entry, reads }: GuestFiles): ReadonlyArray<string> => {
  const paths = [process.execPath, ...libraries(), ...loaderNames, entry, ...reads].filter(existsSync)
  return [
    ...confiningWords,
    ...withoutNested(paths).flatMap((path) => ["--ro-bind", path, path]),
    "--remount-ro",
    "/",
    "--chdir",
    "/"
  ]
}

/** The file in which the loader looks up libraries outside of its own folders. */
const loaderNames = ["/etc/ld.so.cache"]

/**
 * Returns the libraries with which this process is linked, under the names that the loader looks for. Native modules of
 * packages are not part of Node.
 */
const libraries = (): ReadonlyArray<string> => {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report
  const { excludeNetwork = false } = report
  // Otherwise the report would look up the names of all hosts to which this process is connected.
  report.excludeNetwork = true
  try {
    const { sharedObjects } = report.getReport() as { readonly sharedObjects?: ReadonlyArray<string> }
    return (sharedObjects ?? []).filter((path) => path.startsWith("/") && !path.endsWith(".node"))
  } finally {
    report.excludeNetwork = excludeNetwork
  }
}

/** Each mount costs every start. */
const withoutNested = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  for (const path of paths.toSorted()) if (!kept.some((above) => isBeneath(path, above))) kept.push(path)
  return kept
}

/** The bounds to which the engine of a process holds its guests, whatever their modules say. */
interface EngineBounds {
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
