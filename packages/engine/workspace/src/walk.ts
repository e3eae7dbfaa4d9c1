import { dirname, sep } from "node:path"
import { FileFailed, type FileFailedReason, type ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { changed } from "./changed.ts"
import { errno, reasonOf } from "./errno.ts"
import { joined } from "./joined.ts"
import { linkTarget } from "./linkTarget.ts"
import { type Folder, type Found, PathEnd, type Problem } from "./PathEnd.ts"
import type { PathPins, Pin } from "./PathPins.ts"
import { type PathText, parsePath } from "./parsePath.ts"
import { Trail } from "./Trail.ts"

/** The number of links that a path may lead through. The kernel has the same bound. */
const maxLinks = 40

/**
 * Follows a path name by name from the workspace, or from the root. Returns the place where the path ends, held until
 * it is disposed.
 *
 * A walk goes wherever the path leads and judges nothing: whether the place may be touched is decided afterwards, on
 * its canonical path. Throws "BadName" for a text that is no path. Every other fault found on disk becomes a `problem`
 * of the place, because somebody who may not touch the place must not learn of the fault. Throws `changed` when another
 * process swapped something meanwhile.
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
  /** The names still to walk, the next name last. */
  private readonly todo: Array<string>
  /** The names beyond the last folder that exists. */
  private readonly missing: Array<string> = []
  /** The reason why nothing can be beneath the first missing name. */
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
      if (this.problem !== undefined) this.moveProblemOutside(joined(this.trail.here.path, ...this.missing))
    }
    // When a workspace was removed and made anew, its path means the new folder, so the operation starts over with the
    // new folder.
    const { here, workspace } = this.trail
    if (here === workspace && this.pins.isGone(workspace.path)) throw changed
    return this.missing.length > 0 ? this.nothing() : this.folder()
  }

  release() {
    this.trail.release()
  }

  /**
   * Starts at the root. Starts at the workspace instead when the names lead there anyway, because the workspace has
   * been held since before the call.
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
      // The path goes back from a name that does not exist. By name it is clear where that leads, but the system does
      // not go there.
      this.problem ??= { reason: this.missingBecause, at: this.brokenAt() }
      this.missing.pop()
      if (this.missing.length === 0) this.missingBecause = "NotFound"
    } else if (!this.trail.back()) {
      // Goes up by name from the root. The parent of the held folder would be another one after a rename.
      const { path } = this.trail.here
      const root = rootOf(path)
      if (path === root) return
      this.todo.push(...namesOf(dirname(path)).reverse())
      this.trail.startAtRoot(root)
    }
  }

  /**
   * Returns the place where the path breaks off: a file, which has nothing beneath it, or the first name that does not
   * exist.
   */
  private brokenAt(): string {
    const [first = ""] = this.missing
    const { path } = this.trail.here
    return this.missingBecause === "NotFound" ? joined(this.spelled(path), first) : this.spelled(joined(path, first))
  }

  /**
   * Moves the problem of a path that broke off inside the workspace to `place`, if that is outside. What the path meets
   * outside may lead it back in, so a problem reported inside would reveal what is outside.
   */
  private moveProblemOutside(place: string) {
    const { path: workspace } = this.trail.workspace
    if (this.problem === undefined || !isBeneath(this.problem.at, workspace)) return
    const isOutside = !isBeneath(place, workspace) && !isBeneath(workspace, place)
    if (isOutside) this.problem = { reason: this.problem.reason, at: place }
  }

  /** Walks one name further. Returns the place if the path ends with that name, and `undefined` if the walk goes on. */
  private down(name: string, lastLink: "followed" | "kept"): PathEnd | undefined {
    const { path, at } = this.trail.here
    const child = joined(path, name)
    if (child === this.trail.workspace.path) {
      this.trail.startAtWorkspace()
      return undefined
    }
    const next = joined(at, name)
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
      if (errno(error) !== "ENOENT") return this.stopped(reasonOf(error), child, error)
      this.missing.push(name)
    }
    return undefined
  }

  private folderAt(at: string): Pin | undefined {
    try {
      return this.trail.hold(this.pins.folder(at))
    } catch (error) {
      // A link, or no folder at all. The next look finds out which.
      if (errno(error) === "ENOTDIR" || errno(error) === "ELOOP") return undefined
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

  private leaf(path: string, name: string, found: Found): PathEnd {
    const problem = this.folderMeant ? { reason: "NotADirectory" as const, at: path } : undefined
    return this.place({ path, problem, found, above: this.trail.here, names: [name] })
  }

  private nothing(): PathEnd {
    const path = joined(this.spelled(this.trail.here.path), ...this.missing)
    const problem = this.missingBecause === "NotFound" ? undefined : { reason: this.missingBecause, at: path }
    return this.place({ path, problem, found: undefined, above: this.trail.here, names: this.missing })
  }

  private folder(): PathEnd {
    const { path, at } = this.trail.here
    const { above } = this.trail
    const names = above === undefined ? [] : [path.slice(joined(above.path, "").length)]
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
    const path = above === undefined || isItself ? this.spelled(end.path) : joined(this.spelled(above.path), ...names)
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
