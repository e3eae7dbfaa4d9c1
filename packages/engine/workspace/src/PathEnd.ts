import { mkdirSync, rmdirSync, type Stats, statSync } from "node:fs"
import { dirname } from "node:path"
import type { FileFailedReason } from "@toolgate/core"
import { changed } from "./changed.ts"
import { getErrno } from "./getErrno.ts"
import { joinPath } from "./joinPath.ts"
import type { PathPins, Pin } from "./PathPins.ts"

/** The reason why a path could not be followed, and the canonical path where it stopped. */
export interface Problem {
  readonly reason: FileFailedReason
  readonly at: string
}

/** A folder that a walk has reached, with its canonical path. `at` is the path for `node:fs`. */
export interface Folder {
  readonly path: string
  readonly at: string
}

/**
 * The file, folder or link at the end of a path. `stats` is `undefined` for a folder, whose stats are read on demand.
 */
export interface FoundPath {
  readonly at: string
  readonly stats: Stats | undefined
}

/** The end of a walked path, pinned until it is disposed. */
export class PathEnd implements Disposable {
  /** The canonical path, with links followed. For a missing file, the path where it would be. */
  readonly path: string
  readonly problem: Problem | undefined
  readonly found: FoundPath | undefined
  /** Whether the path can only mean a folder, as "a/" does. */
  readonly folderMeant: boolean
  /**
   * The deepest existing folder above the end; `undefined` for a path such as "." that ends at a folder without naming
   * it.
   */
  private readonly above: Folder | undefined
  /** The names beneath `above`: one if it exists, otherwise all missing names. */
  private readonly names: ReadonlyArray<string>
  private readonly pins: PathPins["Service"]
  private readonly held: Array<Pin>

  constructor(
    place: Pick<PathEnd, "path" | "problem" | "found" | "folderMeant"> & {
      readonly above: Folder | undefined
      readonly names: ReadonlyArray<string>
    },
    pins: PathPins["Service"],
    held: Array<Pin>
  ) {
    this.path = place.path
    this.problem = place.problem
    this.found = place.found
    this.folderMeant = place.folderMeant
    this.above = place.above
    this.names = place.names
    this.pins = pins
    this.held = held
  }

  get stats(): Stats | undefined {
    return this.found === undefined ? undefined : (this.found.stats ?? statSync(this.found.at))
  }

  /**
   * The path for `node:fs` of this name in its folder; `undefined` if the folder is missing or the path names nothing.
   */
  get entry(): string | undefined {
    const name = this.names[0]
    return this.above === undefined || name === undefined || this.names.length > 1
      ? undefined
      : joinPath(this.above.at, name)
  }

  /** Throws `changed` if the path no longer leads here or to the open file. Descriptor pins need no check. */
  confirm(fd?: number) {
    this.pins.confirm(this.path, fd)
  }

  /** Throws `changed` if the path no longer leads to the deepest existing folder. */
  confirmFolder() {
    this.pins.confirm(this.names.reduce((path) => dirname(path), this.path))
  }

  /**
   * Creates the missing folders. Returns the path of the last name (`entry`), its folder (`in`), and a function that
   * removes the new folders. Returns `undefined` if the path names nothing.
   */
  makeFolders(): { readonly entry: string; readonly in: string; readonly undo: () => void } | undefined {
    const name = this.names.at(-1)
    if (this.above === undefined || name === undefined) return undefined
    const made: Array<string> = []
    const undo = () => {
      for (const folder of made.reverse()) removeIfEmpty(folder)
    }
    let at = this.above.at
    try {
      for (const missing of this.names.slice(0, -1)) at = this.makeFolder(joinPath(at, missing), made)
    } catch (error) {
      undo()
      throw error
    }
    return { entry: joinPath(at, name), in: at, undo }
  }

  [Symbol.dispose]() {
    for (const pin of this.held) pin.release()
  }

  private makeFolder(at: string, made: Array<string>): string {
    try {
      mkdirSync(at)
      made.push(at)
    } catch (error) {
      // Another process made the folder, or removed the folder above.
      if (getErrno(error) !== "EEXIST") throw getErrno(error) === "ENOENT" ? changed : error
    }
    try {
      const pin = this.pins.folder(at)
      this.held.push(pin)
      return pin.at
    } catch (error) {
      throw swapped.has(getErrno(error)) ? changed : error
    }
  }
}

const swapped = new Set(["ENOENT", "ENOTDIR", "ELOOP"])

const removeIfEmpty = (folder: string) => {
  try {
    rmdirSync(folder)
  } catch {
    // Another process put something into the folder, so the folder stays.
  }
}
