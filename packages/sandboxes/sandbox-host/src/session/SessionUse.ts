import { readdirSync } from "node:fs"
import { join } from "node:path"
import { cachePerObject, type FileException, type ResolvedPath } from "@toolgate/core"
import { type CompiledAccess, type CompiledException, compileAccess, isBeneath } from "@toolgate/core/access"
import { succeeds, tried } from "@toolgate/processes"
import { confinedHome } from "../confinement/commandEnvironment.ts"
import { whyOf } from "../confinement/exceptedBy.ts"
import { findExcepted } from "../confinement/findExcepted.ts"
import { removeEntry } from "../confinement/removeEntry.ts"
import { openFolders, type SessionFolder, type SessionPaths } from "./SessionFolder.ts"

/** The files that a command left in the temporary folder of its session, by the paths that the command knows. */
export interface LeftInSession {
  /** The new files and folders, which the next command of the session finds. */
  readonly kept: ReadonlyArray<string>
  /** The files and folders that were removed, because programs follow them without being asked. */
  readonly removed: ReadonlyArray<string>
  /** The explanations for what was removed. */
  readonly why: ReadonlyArray<string>
  /** The files that the command found under another name than they were written by, because two commands wrote them at the same time. */
  readonly renamed: ReadonlyArray<string>
  /** The limit of the folder, if the command wrote more than it allows. */
  readonly exceeded: number | undefined
  /** Whether everything in the folder is removed, because it is far more than the limit allows. */
  readonly isEmptied: boolean
}

/** The use of a session's temporary folder by one command, from before the command starts until nothing is left of it. */
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

  /** The bytes that the commands of the session may have in their folder. */
  get atMost(): number {
    return this.folder.space.atMost
  }

  /** Lets the command in, as `SessionFolder.enter` does. */
  enter(): void {
    this.renamed = this.folder.enter(this.paths)
    this.hasEntered = true
    this.before = new Set(this.entries())
    this.bytesBefore = this.folder.space.bytes
  }

  /** Calls `exceeded` when the session's folder holds more than it may, and more than when the command began. */
  watch(exceeded: () => void): void {
    const look = async () => {
      const isExceeded = await this.isExceeded()
      if (this.isOver) return
      if (isExceeded) exceeded()
      else this.watch(exceeded)
    }
    this.watching = setTimeout(() => void look(), this.folder.space.restMs)
  }

  /** Ends `watch`. */
  unwatch(): void {
    clearTimeout(this.watching)
    this.watching = undefined
  }

  /**
   * Looks what the command left, when nothing of it is left. What the grant excepts from writing wherever it stands is
   * removed from the home and from "/tmp" itself: the next command would take its settings from there. Deeper folders
   * are no place where a program looks without being told. `tmp`: the path that the command has for temporary files.
   */
  async settle(access: CompiledAccess, tmp: string): Promise<LeftInSession> {
    this.unwatch()
    // What this user cannot look into would be there for the next command.
    openFolders(this.paths)
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
      why: whyOf(trees, gone),
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
    return [home, tmp, shm].flatMap((path) => (tried(() => readdirSync(path)) ?? []).map((name) => join(path, name)))
  }

  private insidePath(path: string, tmp: string): string {
    const places = { [this.paths.home]: confinedHome, [this.paths.tmp]: tmp, [this.paths.shm]: "/dev/shm" }
    const [outside, inside] = Object.entries(places).find(([folder]) => isBeneath(path, folder)) ?? ["", ""]
    return `${inside}${path.slice(outside.length)}`
  }
}

// "/**/.gitconfig", which means any folder, is looked for in the folder of the session.
const startingHere = cachePerObject(
  ({ exception }: CompiledException): ReadonlyArray<FileException> =>
    exception.mode === "w" && exception.pattern.startsWith(anyFolder)
      ? [Object.freeze({ ...exception, pattern: `./${exception.pattern.slice(anyFolder.length)}` })]
      : []
)

const anyFolder = "/**/"
