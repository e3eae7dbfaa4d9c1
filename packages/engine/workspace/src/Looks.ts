import { type Dirent, readdirSync } from "node:fs"
import { FileFailed, type ResolvedPath, type UnreadResource } from "@toolgate/core"
import { countedPins } from "./countedPins.ts"
import type { PathPins } from "./PathPins.ts"
import { longestPath, parsePath } from "./parsePath.ts"
import { isAbsence, resolvePath } from "./resolvePath.ts"

type Pins = PathPins["Service"]

/**
 * How many steps the looks of one call may take. A step is something asked of the disk, or 128 characters of a path. Six
 * hundred files that are added to git, four folders deep, take five thousand steps; thirty thousand take a sixth of a second.
 */
const maxSteps = 30_000

/**
 * The looks at the disk of one call. They are counted, because words are the caller's to write, and each look holds up
 * everybody. They are not timed, because a busy machine must not see less than an idle one.
 */
export class Looks {
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
   * Where a path leads, or would; `undefined` if nobody can tell, or if it is not looked at. `written` is what a program is
   * given of it, where that is not the whole path.
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

  /** What a folder holds; nothing where it is none, or is looked at no more. */
  entries(folder: ResolvedPath): ReadonlyArray<Dirent> {
    let found: ReadonlyArray<Dirent> = []
    try {
      if (this.left >= 0) found = readdirSync(folder, { withFileTypes: true })
    } catch {
      // No folder, or none that a shell could look into either.
    }
    this.left -= found.length + 1
    return this.left >= 0 ? found : []
  }

  /** That not every path was looked at, and why; `undefined` if every one was. */
  get unread(): UnreadResource | undefined {
    if (this.left < 0) return tooMany
    return this.hasLongPath ? tooLong : undefined
  }

  private look(path: string): ResolvedPath | undefined {
    const end = resolvePath(this.pins, this.workspace, path)
    // A walk that is cut short stops somewhere on its way.
    if (this.left < 0 || end instanceof FileFailed) return undefined
    return end.problem === undefined || isAbsence(end.problem.reason) ? (end.path as ResolvedPath) : undefined
  }

  private take() {
    this.left--
    if (this.left < 0) throw spent
  }
}

const spent = new Error("No more is looked at.")

/** Whether a program that goes back by name comes to a path that can name a file: to many, "long/../.env" is ".env". */
const isShortWithoutBack = (path: string): boolean => {
  const [back, rest = ""] = /^(?:.*[\\/=:,@])?\.\.(?:[\\/](.*))?$/s.exec(path) ?? []
  return back !== undefined && (rest === "" || parsePath(rest) !== undefined)
}

const unread = (reason: string): UnreadResource => Object.freeze({ kind: "unread", reason })

const tooMany = unread(
  `To see which files the words of the command may name takes more than ${maxSteps} looks at the disk.`
)
const tooLong = unread(
  `A path in the command is longer than ${longestPath} bytes, or has a name of more than 255, until it is shortened.`
)
