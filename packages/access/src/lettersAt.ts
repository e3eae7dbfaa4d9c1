import type { FileAccess, FileMode } from "@toolgate/core"
import { exceptionOf } from "./exceptionOf.ts"
import { isBeneath } from "./isBeneath.ts"

/** The letters of a mode that are left, in the order in which modes write them. */
export type Letters = "" | FileMode

/** An entry of an access, or of a list of trees, which say no scope. */
export interface GivenFiles {
  readonly path: string
  readonly mode: FileMode
  readonly scope?: FileAccess["scope"]
}

/** Whether an entry of an access names a path, whatever its exceptions say of that path. */
export const namesPath = ({ path: root, scope }: Pick<GivenFiles, "path" | "scope">, path: string): boolean =>
  scope === "exact" ? path === root : isBeneath(path, root)

/** Returns what any entry of an access gives at a path, before exceptions. */
export const givenLetters = (access: ReadonlyArray<GivenFiles>, path: string): Letters => {
  let read = false
  let write = false
  for (const entry of access) {
    if (!namesPath(entry, path)) continue
    read ||= entry.mode.includes("r")
    write ||= entry.mode.includes("w")
  }
  return lettersOf(read, write)
}

/**
 * Returns what an access allows at a canonical path: all that any of its entries gives and does not except. An entry by which the
 * path may not be read gives nothing there. `isFolder`: whether a folder is at the path. `meant`: another path, whose exceptions
 * hold for this one as well.
 *
 * ```ts
 * const workspace: FileAccess = { path, mode: "rw", scope: "tree", except: [{ pattern: "/**\/.env", mode: "rw" }] }
 * lettersAt([workspace], `${path}/notes.md`) // "rw"
 * lettersAt([workspace], `${path}/.env`) // ""
 * ```
 */
export const lettersAt = (access: ReadonlyArray<FileAccess>, path: string, isFolder = false, meant = path): Letters => {
  const isExcepted = (entry: FileAccess, letter: "r" | "w") =>
    exceptionOf(entry, path, letter, isFolder) !== undefined ||
    // Whoever granted a file by its name did not know what else it is.
    (meant !== path && access.some((other) => exceptionOf(other, meant, letter, isFolder) !== undefined))
  let read = false
  let write = false
  for (const entry of access) {
    if (!namesPath(entry, path) || isExcepted(entry, "r")) continue
    read ||= entry.mode.includes("r")
    write ||= entry.mode.includes("w") && !isExcepted(entry, "w")
  }
  return lettersOf(read, write)
}

/** Whether some letters hold all those of a mode. */
export const holdsMode = (letters: Letters, mode: FileMode): boolean => letters === "rw" || letters === mode

/** `outside`: what an access does not name, or does not let be read. `denied`: it gives less there than is needed. */
export type Coverage = "outside" | "denied" | "allowed"

/** Whether an access names a canonical path, and lets be done with it what is needed. */
export const coverage = (access: ReadonlyArray<FileAccess>, path: string, need: FileMode): Coverage => {
  const letters = lettersAt(access, path)
  if (letters !== "") return holdsMode(letters, need) ? "allowed" : "denied"
  // What may not even be read is as good as not named: nothing is told about it.
  const isNamed = access.some((entry) => namesPath(entry, path) && exceptionOf(entry, path, "r") === undefined)
  return isNamed ? "denied" : "outside"
}

const lettersOf = (read: boolean, write: boolean): Letters => (read ? (write ? "rw" : "r") : write ? "w" : "")
