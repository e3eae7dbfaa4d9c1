import type { FileAccess } from "../ExecutionGrant.ts"
import type { FileMode } from "../Resource.ts"
import { exceptionOf } from "./exceptionOf.ts"
import { isBeneath } from "./isBeneath.ts"

/**
 * The letters of a file mode that an access allows, in the order in which modes are written. Empty when nothing is
 * allowed.
 */
export type Letters = "" | FileMode

/** An entry of an access, or an entry of a list of trees. An entry without a scope is a tree. */
export interface GivenFiles {
  readonly path: string
  readonly mode: FileMode
  readonly scope?: FileAccess["scope"]
}

/** Whether an entry of an access names a path. The exceptions of the entry play no part. */
export const namesPath = ({ path: root, scope }: Pick<GivenFiles, "path" | "scope">, path: string): boolean =>
  scope === "exact" ? path === root : isBeneath(path, root)

/** Returns the letters that the entries of an access give at a path, before exceptions. */
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
 * Returns the letters that an access allows at a canonical path: everything that any of its entries gives and does not
 * except. An entry that forbids reading the path gives nothing there.
 *
 * `isFolder` says whether a folder stands at the path. `meant` is a second path of the same file, such as the one that
 * the agent wrote; the exceptions at `meant` apply to `path` too.
 *
 * ```ts
 * import { lettersAt } from "@toolgate/core/access"
 * import type { FileAccess, ResolvedPath } from "@toolgate/core"
 *
 * declare const path: ResolvedPath // of the workspace
 * const workspace: FileAccess = { path, mode: "rw", scope: "tree", except: [{ pattern: "/**\/.env", mode: "rw" }] }
 * console.log(lettersAt([workspace], `${path}/notes.md`)) // "rw"
 * console.log(lettersAt([workspace], `${path}/.env`)) // ""
 * ```
 */
export const lettersAt = (access: ReadonlyArray<FileAccess>, path: string, isFolder = false, meant = path): Letters => {
  const isExcepted = (entry: FileAccess, letter: "r" | "w") =>
    exceptionOf(entry, path, letter, isFolder) !== undefined ||
    // Whoever granted a file by one name may not have known its other name, so the exceptions of every entry count.
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

/** Whether the given letters include every letter of a mode. */
export const holdsMode = (letters: Letters, mode: FileMode): boolean => letters === "rw" || letters === mode

/**
 * The answer of `coverage`. `outside`: the access does not name the path, or forbids reading it. `denied`: the access
 * allows less there than is needed. `allowed`: the access allows what is needed.
 */
export type Coverage = "outside" | "denied" | "allowed"

/** Returns how far an access covers a canonical path, for what a call needs to do there. */
export const coverage = (access: ReadonlyArray<FileAccess>, path: string, need: FileMode): Coverage => {
  const letters = lettersAt(access, path)
  if (letters !== "") return holdsMode(letters, need) ? "allowed" : "denied"
  // A path that may not even be read counts as not named, so that the answer does not reveal it.
  const isNamed = access.some((entry) => namesPath(entry, path) && exceptionOf(entry, path, "r") === undefined)
  return isNamed ? "denied" : "outside"
}

const lettersOf = (read: boolean, write: boolean): Letters => (read ? (write ? "rw" : "r") : write ? "w" : "")
