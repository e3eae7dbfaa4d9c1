import { dirname, sep } from "node:path"
import { FileFailed, type FileFailedReason, type ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { changed } from "./changed.ts"
import { findReason, getErrno } from "./getErrno.ts"
import { joinPath } from "./joinPath.ts"
import { linkTarget } from "./linkTarget.ts"
import { type Folder, type FoundPath, PathEnd, type Problem } from "./PathEnd.ts"
import type { PathPins, Pin } from "./PathPins.ts"
import { type PathText, parsePath } from "./parsePath.ts"
import { Trail } from "./Trail.ts"

/** The link limit of a path, the same as the kernel's. */
const maxLinks = 40

/**
 * Follows a path name by name, from the workspace or the root. The resulting end is pinned until it is disposed.
 *
 * A walk follows every path; access is checked afterwards, on the canonical path. Throws "BadName" if the text is not a
 * path. Other faults become the end's `problem`, so that callers without access do not learn of them. Throws `changed`
 * if another process swapped something meanwhile.
 */
export const walk = (
  pins: PathPins["Service"],
  workspace: ResolvedPath,
  path: string,
  lastLink: "followed" | "kept"
): PathEnd => {
  const text = parsePath(path)
  if (text === undefined) throw new FileFailed("BadName", path)
  const walked = new Walk(pins, workspace, text)
  try {
    return walked.from(text.root, lastLink)
  } catch (error) {
    walked.release()
    throw error
  }
}

class Walk {
  private readonly pins: PathPins["Service"]
  private readonly trail: Trail
  /** The names still to walk, in reverse. */
  private readonly todo: Array<string>
  /** The names after the last existing folder. */
  private readonly missing: Array<string> = []
  /** The reason why nothing can exist beneath the first missing name. */
  private missingBecause: FileFailedReason = "NotFound"
  private problem: Problem | undefined
  private folderMeant: boolean
  private links = 0

  constructor(pins: PathPins["Service"], workspace: ResolvedPath, text: PathText) {
    this.pins = pins
    this.trail = new Trail(pins, workspace)
    this.todo = text.names.reverse()
    this.folderMeant = text.folder
  }

  from(root: string | undefined, lastLink: "followed" | "kept"): PathEnd {
    if (root !== undefined) this.startAt(root)
    for (let name = this.todo.pop(); name !== undefined; name = this.todo.pop()) {
      if (name === "..") this.up()
      else if (this.missing.length > 0) this.missing.push(name)
      else {
        const place = this.down(name, lastLink)
        if (place !== undefined) return place
      }
      if (this.problem !== undefined) this.moveProblemOutside(joinPath(this.trail.here.path, ...this.missing))
    }
    // If the workspace was removed and recreated, its path means the new folder, so the operation restarts there.
    const { here, workspace } = this.trail
    if (here === workspace && this.pins.isGone(workspace.path)) throw changed
    return this.missing.length > 0 ? this.nothing() : this.folder()
  }

  release() {
    this.trail.release()
  }

  /**
   * Starts at the root, or at the workspace if the path leads there: the workspace has been pinned since before the
   * call.
   */
  private startAt(root: string) {
    const { path } = this.trail.workspace
    const names = namesOf(path)
    if (rootOf(path) === root && names.every((name, i) => this.todo.at(-1 - i) === name)) {
      this.todo.length -= names.length
      this.trail.startAtWorkspace()
    } else {
      this.trail.startAtRoot(root)
    }
  }

  private up() {
    if (this.missing.length > 0) {
      // The path goes up from a missing name. By name the result is clear, but the system does not go there.
      this.problem ??= { reason: this.missingBecause, at: this.brokenAt() }
      this.missing.pop()
      if (this.missing.length === 0) this.missingBecause = "NotFound"
    } else if (!this.trail.back()) {
      // Goes up by name from the root. After a rename, the parent of the pinned folder would be another folder.
      const { path } = this.trail.here
      const root = rootOf(path)
      if (path === root) return
      this.todo.push(...namesOf(dirname(path)).reverse())
      this.trail.startAtRoot(root)
    }
  }

  /** Returns where the path breaks off: at a file with names beneath it, or at the first missing name. */
  private brokenAt(): string {
    const [first = ""] = this.missing
    const { path } = this.trail.here
    return this.missingBecause === "NotFound"
      ? joinPath(this.spelled(path), first)
      : this.spelled(joinPath(path, first))
  }

  /**
   * Moves the problem of a path that broke off inside the workspace to `place`, if that is outside. A path can leave
   * the workspace and come back, so a problem reported inside would reveal something about the outside.
   */
  private moveProblemOutside(place: string) {
    const { path: workspace } = this.trail.workspace
    if (this.problem === undefined || !isBeneath(this.problem.at, workspace)) return
    const isOutside = !isBeneath(place, workspace) && !isBeneath(workspace, place)
    if (isOutside) this.problem = { reason: this.problem.reason, at: place }
  }

  /** Walks one name further. Returns the end if this was the last name, otherwise `undefined`. */
  private down(name: string, lastLink: "followed" | "kept"): PathEnd | undefined {
    const { path, at } = this.trail.here
    const child = joinPath(path, name)
    if (child === this.trail.workspace.path) {
      this.trail.startAtWorkspace()
      return undefined
    }
    const next = joinPath(at, name)
    const last = this.todo.length === 0
    try {
      if (!last) {
        const pin = this.folderAt(next)
        if (pin !== undefined) {
          this.trail.enter(child, pin)
          return undefined
        }
      }
      const pin = this.trail.hold(this.pins.entry(next))
      if (pin.stats.isDirectory()) {
        this.trail.enter(child, pin)
      } else if (pin.stats.isSymbolicLink() && !(last && lastLink === "kept")) {
        this.trail.letGo(pin)
        return this.follow(next, child)
      } else if (last) {
        return this.leaf(child, name, pin)
      } else {
        this.missing.push(name)
        this.missingBecause = "NotADirectory"
      }
    } catch (error) {
      if (getErrno(error) !== "ENOENT") return this.stopped(findReason(error), child, error)
      this.missing.push(name)
    }
    return undefined
  }

  private folderAt(at: string): Pin | undefined {
    try {
      return this.trail.hold(this.pins.folder(at))
    } catch (error) {
      // A link, or not a folder. The next check finds out which.
      if (getErrno(error) === "ENOTDIR" || getErrno(error) === "ELOOP") return undefined
      throw error
    }
  }

  private follow(link: string, path: string): PathEnd | undefined {
    this.moveProblemOutside(path)
    if (++this.links > maxLinks) return this.stopped("TooManyLinks", path)
    const target = linkTarget(link)
    const text = target === undefined ? undefined : parsePath(target)
    if (text === undefined) return this.stopped("BadName", path)
    if (this.todo.length === 0) this.folderMeant ||= text.folder
    this.todo.push(...text.names.reverse())
    if (text.root !== undefined) this.startAt(text.root)
    return undefined
  }

  private leaf(path: string, name: string, found: FoundPath): PathEnd {
    const problem = this.folderMeant ? { reason: "NotADirectory" as const, at: path } : undefined
    return this.place({ path, problem, found, above: this.trail.here, names: [name] })
  }

  private nothing(): PathEnd {
    const path = joinPath(this.spelled(this.trail.here.path), ...this.missing)
    const problem = this.missingBecause === "NotFound" ? undefined : { reason: this.missingBecause, at: path }
    return this.place({ path, problem, found: undefined, above: this.trail.here, names: this.missing })
  }

  private folder(): PathEnd {
    const { path, at } = this.trail.here
    const { above } = this.trail
    const names = above === undefined ? [] : [path.slice(joinPath(above.path, "").length)]
    return this.place({ path, problem: undefined, found: { at, stats: undefined }, above, names })
  }

  private stopped(reason: FileFailedReason, at: string, error?: unknown): PathEnd {
    if (error === changed) throw changed
    const problem = this.problem ?? { reason, at }
    return new PathEnd(
      { path: at, problem, found: undefined, folderMeant: this.folderMeant, above: undefined, names: [] },
      this.pins,
      this.trail.held
    )
  }

  private place(
    end: Pick<PathEnd, "path" | "problem" | "found"> & { above: Folder | undefined; names: string[] }
  ): PathEnd {
    const { above, found, names } = end
    const isItself = found !== undefined && found.stats?.isSymbolicLink() !== true
    const path = above === undefined || isItself ? this.spelled(end.path) : joinPath(this.spelled(above.path), ...names)
    return new PathEnd(
      { ...end, path, problem: this.problem ?? end.problem, folderMeant: this.folderMeant },
      this.pins,
      this.trail.held
    )
  }

  private spelled(path: string): string {
    try {
      return this.pins.spelled(path)
    } catch {
      throw changed
    }
  }
}

const rootOf = (path: string) => path.slice(0, path.indexOf(sep) + 1)

const namesOf = (path: string) => path.split(sep).filter((name, i) => i > 0 && name !== "")
