import { readdirSync } from "node:fs"
import { join } from "node:path"
import { isBeneath, literalPattern } from "@toolgate/access"
import type { Access, FileAccess, ResolvedPath } from "@toolgate/core"
import { succeeds, tried } from "@toolgate/processes"
import { confinedHome } from "../confinement/commandEnvironment.ts"
import { whyOf } from "../confinement/exceptedBy.ts"
import { findExcepted } from "../confinement/findExcepted.ts"
import { removeEntry } from "../confinement/removeEntry.ts"
import { openFolders, type SessionFolder, type SessionPaths, type TemporaryPoints } from "./SessionFolder.ts"

/** The files that a command left in the temporary folder of its session, by the paths that the command knows. */
export interface LeftInSession {
  /** The new files and folders, which the next command of the session finds. */
  readonly kept: ReadonlyArray<string>
  /** The files and folders that were removed, because programs follow them without being asked. */
  readonly removed: ReadonlyArray<string>
  /** The explanations for what was removed. */
  readonly why: ReadonlyArray<string>
}

/** The use of a session's temporary folder by one command, from before the command starts until nothing is left of it. */
export class SessionUse implements Disposable {
  readonly paths: SessionPaths
  private readonly folder: SessionFolder
  private before: ReadonlySet<string> = new Set()
  private hasEntered = false
  private isOver = false

  constructor(folder: SessionFolder, tool: string, agent: string) {
    this.folder = folder
    this.paths = folder.takePaths(tool, agent)
  }

  /** Lets the command in, as `SessionFolder.enter` does. */
  async enter(needed: TemporaryPoints, isStopped: () => boolean): Promise<TemporaryPoints | undefined> {
    const points = await this.folder.enter(this.paths, needed, isStopped)
    this.hasEntered = points !== undefined
    this.before = new Set([...this.entries(), ...[...(points ?? []).keys()].map((name) => `/tmp/${name}`)])
    return points
  }

  /**
   * Looks what the command left, when nothing of it is left. What the grant excepts from writing wherever it stands is
   * removed from the home and from "/tmp" itself: the next command would take its settings from there. Deeper folders
   * are no place where a program looks without being told.
   */
  async settle(access: Pick<Access, "files">): Promise<LeftInSession> {
    // What this user cannot look into would be there for the next command.
    openFolders(this.paths)
    const trees = [this.paths.home, this.paths.tmp].map((path) => startingIn(path, access))
    const found = (await findExcepted(trees)).filter(({ isKept }) => isKept)
    const gone = found.filter(({ path }) => succeeds(() => removeEntry(path)))
    return {
      kept: this.entries().filter((path) => !this.before.has(path)),
      removed: gone.map(({ path }) => this.insidePath(path)),
      why: whyOf(trees, gone)
    }
  }

  [Symbol.dispose](): void {
    if (this.isOver) return
    this.isOver = true
    this.folder.giveBack(this.paths)
    if (this.hasEntered) this.folder.leave()
  }

  private entries(): ReadonlyArray<string> {
    return places.flatMap(({ of, inside }) =>
      (tried(() => readdirSync(this.paths[of])) ?? []).map((name) => join(inside, name))
    )
  }

  private insidePath(path: string): string {
    const place = places.find(({ of }) => isBeneath(path, this.paths[of]))
    return place === undefined ? path : `${place.inside}${path.slice(this.paths[place.of].length)}`
  }
}

const places = [
  { of: "home", inside: confinedHome },
  { of: "tmp", inside: "/tmp" },
  { of: "shm", inside: "/dev/shm" }
] as const

// "/**/.gitconfig", which means any folder, is looked for in this one.
const startingIn = (path: string, { files }: Pick<Access, "files">): FileAccess => ({
  path: path as ResolvedPath,
  mode: "rw",
  scope: "tree",
  except: files.flatMap(({ except = [] }) =>
    except
      .filter(({ mode, pattern }) => mode === "w" && pattern.startsWith(anyFolder))
      .map((one) => ({ ...one, pattern: `${literalPattern(path)}/${one.pattern.slice(anyFolder.length)}` }))
  )
})

const anyFolder = "/**/"
