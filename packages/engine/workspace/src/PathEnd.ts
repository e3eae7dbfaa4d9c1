import { mkdirSync, rmdirSync, type Stats, statSync } from "node:fs"
import { dirname } from "node:path"
import type { FileFailedReason } from "@toolgate/core"
import { changed } from "./changed.ts"
import { errno } from "./errno.ts"
import { joined } from "./joined.ts"
import type { PathPins, Pin } from "./PathPins.ts"

/** Why a path leads no further, and the canonical path of where. */
export interface Problem {
  readonly reason: FileFailedReason
  readonly at: string
}

/** A folder that a walk has come to, by its canonical path. */
export interface Folder {
  readonly path: string
  readonly at: string
}

/** What stands at a place. The `stats` of a folder are read when they are asked for. */
export interface Found {
  readonly at: string
  readonly stats: Stats | undefined
}

/** Where a path leads, held until it is disposed. */
export class PathEnd implements Disposable {
  /** Canonical: the names walked, links followed, and where it would be if it does not exist. */
  readonly path: string
  readonly problem: Problem | undefined
  readonly found: Found | undefined
  /** The path ends so that only a folder can be meant. */
  readonly folderMeant: boolean
  /** The deepest folder on the way that exists; `undefined` where the path ends at a folder without naming it, as "." does. */
  private readonly above: Folder | undefined
  /** The names beneath `above`: one where that one exists, else as many as are missing. */
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

  /** The name at which an existing folder holds this place, for calls of `node:fs`. */
  get entry(): string | undefined {
    const name = this.names[0]
    return this.above === undefined || name === undefined || this.names.length > 1
      ? undefined
      : joined(this.above.at, name)
  }

  /** Throws `changed` where the path no longer leads here, or to the open file. What is held by descriptors needs it not. */
  confirm(fd?: number) {
    this.pins.confirm(this.path, fd)
  }

  /** The same for the folder in which the place is. */
  confirmFolder() {
    this.pins.confirm(this.names.reduce((path) => dirname(path), this.path))
  }

  /** Makes the missing folders and answers with the one for the last name, and the way to take them back. */
  makeFolders(): { readonly entry: string; readonly in: string; readonly undo: () => void } | undefined {
    const name = this.names.at(-1)
    if (this.above === undefined || name === undefined) return undefined
    const made: Array<string> = []
    const undo = () => {
      for (const folder of made.reverse()) removeIfEmpty(folder)
    }
    let at = this.above.at
    try {
      for (const missing of this.names.slice(0, -1)) at = this.makeFolder(joined(at, missing), made)
    } catch (error) {
      undo()
      throw error
    }
    return { entry: joined(at, name), in: at, undo }
  }

  [Symbol.dispose]() {
    for (const pin of this.held) pin.release()
  }

  private makeFolder(at: string, made: Array<string>): string {
    try {
      mkdirSync(at)
      made.push(at)
    } catch (error) {
      // Somebody else made it, or removed the one above.
      if (errno(error) !== "EEXIST") throw errno(error) === "ENOENT" ? changed : error
    }
    try {
      const pin = this.pins.folder(at)
      this.held.push(pin)
      return pin.at
    } catch (error) {
      throw swapped.has(errno(error)) ? changed : error
    }
  }
}

const swapped = new Set(["ENOENT", "ENOTDIR", "ELOOP"])

const removeIfEmpty = (folder: string) => {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody put something into it: then it stays.
  }
}
