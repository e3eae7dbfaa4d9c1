import { type Dirent, readdirSync } from "node:fs"
import { FileFailed, type ResolvedPath, type UnreadResource } from "@toolgate/core"
import type { PathPins } from "./PathPins.ts"
import { longestPath, parsePath } from "./parsePath.ts"
import { isAbsence, resolvePath } from "./resolvePath.ts"

type Pins = PathPins["Service"]

/**
 * The step limit of one call. A step is one disk access, or 128 characters of a path. `git add` of six hundred files,
 * four folders deep, takes five thousand steps. Thirty thousand steps take a sixth of a second.
 */
const maxSteps = 30_000

/**
 * The disk accesses of one call. They are limited, because the caller chooses the words of a command and each access
 * blocks the event loop. The limit is a count, not a time, so that a busy machine sees the same as an idle one.
 */
export class DiskLooks {
  readonly workspace: ResolvedPath
  private readonly pins: Pins
  private readonly known = new Map<string, ResolvedPath | undefined>()
  private left = maxSteps
  private hasLongPath = false

  constructor(pins: Pins, workspace: ResolvedPath) {
    this.workspace = workspace
    this.pins = countPins(pins, () => this.take())
  }

  /**
   * Resolves a path, or returns where a missing path would be. Returns `undefined` if the path cannot be resolved or no
   * steps are left. `written` is the part of the path that the program receives, if different.
   */
  at(path: string, written: string = path): ResolvedPath | undefined {
    if (this.known.has(path)) return this.known.get(path)
    if (this.left < 0) return undefined
    this.left -= Math.ceil(Math.min(path.length, longestPath) / 128)
    if (parsePath(path) === undefined) {
      if (parsePath(written) !== undefined || isShortWithoutBack(path)) this.hasLongPath = true
      return undefined
    }
    const resolved = this.look(path)
    this.known.set(path, resolved)
    return resolved
  }

  /** Returns the entries of a folder, or an empty list if it is not a folder or no steps are left. */
  entries(folder: ResolvedPath): ReadonlyArray<Dirent> {
    let found: ReadonlyArray<Dirent> = []
    try {
      if (this.left >= 0) found = readdirSync(folder, { withFileTypes: true })
    } catch {
      // Not a folder, or not readable. A shell could not read it either.
    }
    this.left -= found.length + 1
    return this.left >= 0 ? found : []
  }

  /** The resource that says why some paths were not checked; `undefined` if all were. */
  get unread(): UnreadResource | undefined {
    if (this.left < 0) return tooMany
    return this.hasLongPath ? tooLong : undefined
  }

  private look(path: string): ResolvedPath | undefined {
    const end = resolvePath(this.pins, this.workspace, path)
    // A walk that runs out of steps stops somewhere on its way, so its end means nothing.
    if (this.left < 0 || end instanceof FileFailed) return undefined
    return end.problem === undefined || isAbsence(end.problem.reason) ? (end.path as ResolvedPath) : undefined
  }

  private take() {
    this.left--
    if (this.left < 0) throw spent
  }
}

const spent = new Error("No looks are left.")

/**
 * Whether resolving ".." by name would shorten an overlong path to a valid one. Many programs read "long/../.env" as
 * ".env".
 */
const isShortWithoutBack = (path: string): boolean => {
  const [back, rest = ""] = /^(?:.*[\\/=:,@])?\.\.(?:[\\/](.*))?$/s.exec(path) ?? []
  return back !== undefined && (rest === "" || parsePath(rest) !== undefined)
}

const unread = (reason: string): UnreadResource => Object.freeze({ kind: "unread", reason })

const tooMany = unread(`Finding the files that the command may name takes more than ${maxSteps} looks at the disk.`)
const tooLong = unread(
  `A path in the command is longer than ${longestPath} bytes, or has a name longer than 255 bytes, unless a program shortens it.`
)

/** Wraps pins so that `count` runs before each disk access. An error thrown by `count` ends the walk. */
export const countPins = (pins: Pins, count: () => void): Pins => {
  const counted =
    <Given, Found>(ask: (given: Given) => Found) =>
    (given: Given): Found => {
      count()
      return ask(given)
    }
  return {
    containment: pins.containment,
    workspace: counted(pins.workspace),
    isGone: counted(pins.isGone),
    root: counted(pins.root),
    folder: counted(pins.folder),
    entry: counted(pins.entry),
    spelled: counted(pins.spelled),
    confirm: pins.confirm
  }
}
