import { readdirSync } from "node:fs"
import { join } from "node:path"
import { cachePerObject, type FileException, type ResolvedPath } from "@toolgate/core"
import { type CompiledAccess, type CompiledException, compileAccess, isBeneath } from "@toolgate/core/access"
import { succeeds, tryOrUndefined } from "@toolgate/processes"
import { confinedHome } from "../confinement/buildCommandEnvironment.ts"
import { listExplanations } from "../confinement/exceptedBy.ts"
import { findExcepted } from "../confinement/findExcepted.ts"
import { removeEntry } from "../confinement/removeEntry.ts"
import { resetPermissions, type SessionFolder, type SessionPaths } from "./SessionFolder.ts"

/** The files that a command left in its session's temporary folder, by the paths that the command sees. */
export interface LeftInSession {
  /** New files and folders, which the session's next command will see. */
  readonly kept: ReadonlyArray<string>
  /** Files and folders that were removed because programs read them automatically. */
  readonly removed: ReadonlyArray<string>
  /** The explanations for the removed files. */
  readonly why: ReadonlyArray<string>
  /** Files that were renamed because two commands wrote them at the same time. */
  readonly renamed: ReadonlyArray<string>
  /** The limit of the folder, if the command exceeded it. */
  readonly exceeded: number | undefined
  /** Whether the whole content is removed, because it is far beyond the limit. */
  readonly isEmptied: boolean
}

/** A command's use of its session's temporary folder, from before the start until all its processes are gone. */
export class SessionUse implements Disposable {
  readonly paths: SessionPaths
  private readonly folder: SessionFolder
  private before: ReadonlySet<string> = new Set()
  private bytesBefore = 0
  private renamed: ReadonlyArray<string> = []
  private watching: ReturnType<typeof setTimeout> | undefined = undefined
  private hasEntered = false
  private isOver = false

  constructor(folder: SessionFolder, tool: string, agent: string) {
    this.folder = folder
    this.paths = folder.takePaths(tool, agent)
  }

  /** The session's limit in bytes. */
  get atMost(): number {
    return this.folder.space.atMost
  }

  /** Admits the command (see `SessionFolder.enter`). */
  enter(): void {
    this.renamed = this.folder.enter(this.paths)
    this.hasEntered = true
    this.before = new Set(this.entries())
    this.bytesBefore = this.folder.space.bytes
  }

  /** Calls `exceeded` when the session's folder is over its limit and has grown since the command began. */
  watch(exceeded: () => void): void {
    const look = async () => {
      const isExceeded = await this.isExceeded()
      if (this.isOver) return
      if (isExceeded) exceeded()
      else this.watch(exceeded)
    }
    this.watching = setTimeout(() => void look(), this.folder.space.restMs)
  }

  unwatch(): void {
    clearTimeout(this.watching)
    this.watching = undefined
  }

  /**
   * Checks what the command left, after all its processes have ended. Files that the grant excepts from writing in any
   * folder are removed from the home and from "/tmp": the next command would read its settings from them. Programs do
   * not read deeper folders unless asked. `tmp`: the temporary folder as the command sees it.
   */
  async settle(access: CompiledAccess, tmp: string): Promise<LeftInSession> {
    this.unwatch()
    // A locked folder could not be checked.
    resetPermissions(this.paths)
    const except = access.entries.flatMap(({ exceptions }) => exceptions?.all ?? []).flatMap(startingHere)
    const trees = compileAccess(
      [this.paths.home, this.paths.tmp].map((path) => ({
        path: path as ResolvedPath,
        mode: "rw",
        scope: "tree",
        except
      }))
    )
    const found = (await findExcepted(trees)).filter(({ isKept }) => isKept)
    const gone = found.filter(({ path }) => succeeds(() => removeEntry(path)))
    const inside = (paths: ReadonlyArray<string>) => paths.map((path) => this.insidePath(path, tmp))
    return {
      kept: inside(this.entries().filter((path) => !this.before.has(path))),
      removed: inside(gone.map(({ path }) => path)),
      why: listExplanations(trees, gone),
      renamed: inside(this.renamed),
      exceeded: (await this.isExceeded()) ? this.atMost : undefined,
      isEmptied: this.folder.space.isFull
    }
  }

  [Symbol.dispose](): void {
    if (this.isOver) return
    this.isOver = true
    this.unwatch()
    this.folder.giveBack(this.paths)
    if (this.hasEntered) this.folder.leave()
  }

  private async isExceeded(): Promise<boolean> {
    const bytes = await this.folder.space.measure()
    return bytes > this.atMost && bytes > this.bytesBefore
  }

  private entries(): ReadonlyArray<string> {
    const { home, tmp, shm } = this.paths
    return [home, tmp, shm].flatMap((path) =>
      (tryOrUndefined(() => readdirSync(path)) ?? []).map((name) => join(path, name))
    )
  }

  private insidePath(path: string, tmp: string): string {
    const places = { [this.paths.home]: confinedHome, [this.paths.tmp]: tmp, [this.paths.shm]: "/dev/shm" }
    const [outside, inside] = Object.entries(places).find(([folder]) => isBeneath(path, folder)) ?? ["", ""]
    return `${inside}${path.slice(outside.length)}`
  }
}

// "/**/.gitconfig", which means any folder, is searched in the session's folder.
const startingHere = cachePerObject(
  ({ exception }: CompiledException): ReadonlyArray<FileException> =>
    exception.mode === "w" && exception.pattern.startsWith(anyFolder)
      ? [Object.freeze({ ...exception, pattern: `./${exception.pattern.slice(anyFolder.length)}` })]
      : []
)

const anyFolder = "/**/"
