import { type Dirent, readdirSync } from "node:fs"
import { FileFailed, type ResolvedPath, type UnreadResource } from "@toolgate/core"
import type { PathPins } from "./PathPins.ts"
import { longestPath, parsePath } from "./parsePath.ts"
import { isAbsence, resolvePath } from "./resolvePath.ts"

type Pins = PathPins["Service"]

/**
 * The number of steps that the looks of one call may take. A step is one question to the disk, or 128 characters of a
 * path. Adding six hundred files to git, four folders deep, takes five thousand steps. Thirty thousand steps take a
 * sixth of a second.
 */
const maxSteps = 30_000

/**
 * The looks at the disk of one call. Looks are counted, because the caller chooses the words of a command and each look
 * blocks the process for everybody. Looks are not timed, because a busy machine must not see less than an idle machine.
 */
export class DiskLooks {
  readonly workspace: ResolvedPath
  private readonly pins: Pins
  private readonly known = new Map<string, ResolvedPath | undefined>()
  private left = maxSteps
  private hasLongPath = false

  constructor(pins: Pins, workspace: ResolvedPath) {
    this.workspace = workspace
    this.pins = countedPins(pins, () => this.take())
  }

  /**
   * Returns where a path leads, or would lead if nothing is there. Returns `undefined` when the path leads nowhere that
   * can be told, or when no steps are left. `written` is the part of the path that the program receives, where that is
   * not the whole path.
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

  /** Returns the entries of a folder. Returns none when the path is no folder, or when no steps are left. */
  entries(folder: ResolvedPath): ReadonlyArray<Dirent> {
    let found: ReadonlyArray<Dirent> = []
    try {
      if (this.left >= 0) found = readdirSync(folder, { withFileTypes: true })
    } catch {
      // Not a folder, or a folder that a shell could not read either.
    }
    this.left -= found.length + 1
    return this.left >= 0 ? found : []
  }

  /** The resource that says why some paths were not looked at, or `undefined` when every path was. */
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
 * Whether a program that resolves ".." by name would shorten a path that is too long to one that can name a file. Many
 * programs read "long/../.env" as ".env".
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

/** Returns pins that call `count` before each question to the disk. An error that `count` throws ends the walk. */
export const countedPins = (pins: Pins, count: () => void): Pins => {
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
