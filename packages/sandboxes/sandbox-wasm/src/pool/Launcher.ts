import { existsSync } from "node:fs"
import { isBeneath } from "@toolgate/core/access"
import { Bubblewrap, confiningWords, getParentDeathPrefix, once } from "@toolgate/processes"
import type { GuestFiles } from "../GuestProgram.ts"
import type { ProcessLaunch } from "./launch.ts"

/** Confinement is tried this many times until it works once. A busy machine may fail for a moment. */
const mostTries = 3

/**
 * Decides how processes are started: confined by bubblewrap, or unconfined if bubblewrap is missing or does not work.
 * After one confined process was ready, all others are confined too.
 */
export class Launcher {
  private readonly confined: (() => ProcessLaunch) | undefined
  private readonly loose: () => ProcessLaunch
  private readonly entry: string
  private hasWorked = false
  private tries = 0

  /** `bubblewrap`: the path of bubblewrap. By default, the system's program folders are searched. */
  constructor(files: GuestFiles, bounds: EngineBounds, bubblewrap?: string) {
    this.entry = files.entry
    const { program } = new Bubblewrap(bubblewrap)
    const node = once(() => buildNodeCommand(files, bounds))
    this.confined =
      program === undefined ? undefined : once(() => ({ bubblewrap: [program, ...confinedWords(files)], node: node() }))
    this.loose = once(() => ({ bubblewrap: undefined, node: [...getParentDeathPrefix(), ...node()] }))
  }

  next(): ProcessLaunch {
    return this.confined === undefined || this.tries === mostTries ? this.loose() : this.confined()
  }

  /** The reason why processes fail to start, as the rest of a sentence. */
  get startProblem(): string {
    return existsSync(this.entry)
      ? "its process did not start"
      : `the program "${this.entry}" of its process is missing; keep "toolgate" out of the bundle and install it beside the bundle`
  }

  /** Called for a process that became ready. */
  worked({ bubblewrap }: ProcessLaunch): void {
    this.hasWorked ||= bubblewrap !== undefined
  }

  /** Called for a process that did not become ready. Returns false if it was not a trial. */
  failed({ bubblewrap }: ProcessLaunch): boolean {
    if (bubblewrap === undefined || this.hasWorked) return false
    this.tries = Math.min(this.tries + 1, mostTries)
    return true
  }
}

/**
 * Returns bubblewrap's arguments for a guest process. The process sees Node, Node's libraries and its program, all
 * read-only. There is no `/proc` and no `/dev`, because Node does not need them.
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

/** The loader finds libraries in other folders through this file. */
const loaderNames = ["/etc/ld.so.cache"]

/**
 * Returns the libraries that this process is linked with, by the names that the loader searches. Native modules of
 * packages are not included.
 */
const libraries = (): ReadonlyArray<string> => {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report
  const { excludeNetwork = false } = report
  // Otherwise the report would resolve the names of all connected hosts.
  report.excludeNetwork = true
  try {
    const { sharedObjects } = report.getReport() as { readonly sharedObjects?: ReadonlyArray<string> }
    return (sharedObjects ?? []).filter((path) => path.startsWith("/") && !path.endsWith(".node"))
  } finally {
    report.excludeNetwork = excludeNetwork
  }
}

/** Each mount slows down every start. */
const withoutNested = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  for (const path of paths.toSorted()) if (!kept.some((above) => isBeneath(path, above))) kept.push(path)
  return kept
}

/** The engine's limits for all guests of a process. */
interface EngineBounds {
  readonly memoryPages: number
  readonly tableEntries: number
}

/**
 * Returns Node's command line with permission to read its program, and nothing else: no other files, no child
 * processes, workers, native modules or environment variables.
 */
export const buildNodeCommand = (
  { entry, reads, quickJs }: GuestFiles,
  { memoryPages, tableEntries }: EngineBounds
): ReadonlyArray<string> => [
  process.execPath,
  "--permission",
  ...[entry, ...reads].flatMap((path) => [`--allow-fs-read=${path}`, `--allow-fs-read=${path}/*`]),
  // Type stripping and the permission model print experimental warnings.
  "--no-warnings",
  "--no-addons",
  `--max-old-space-size=${heapMebibytes}`,
  `--wasm-max-mem-pages=${Math.max(memoryPages, ownPages)}`,
  `--wasm-max-table-size=${tableEntries}`,
  entry,
  ...(quickJs === undefined ? [] : [quickJs])
]

/** The size of the JavaScript heap. Guests' memory is separate. */
const heapMebibytes = 256

/** Pages for the script engine and the module check, which are WebAssembly too: 64 MiB. */
const ownPages = 1024
