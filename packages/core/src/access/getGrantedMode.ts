import type { FileAccess } from "../ExecutionGrant.ts"
import type { FileMode } from "../Resource.ts"
import { isBeneath } from "./isBeneath.ts"

/**
 * The letters of a file mode that an access allows, in the order in which modes are written. Empty when nothing is
 * allowed.
 */
export type GrantedMode = "" | FileMode

/** An entry of an access, or an entry of a list of trees. An entry without a scope is a tree. */
export interface AccessEntry {
  readonly path: string
  readonly mode: FileMode
  readonly scope?: FileAccess["scope"]
}

/** Whether an entry of an access names a path. The exceptions of the entry play no part. */
export const coversPath = ({ path: root, scope }: Pick<AccessEntry, "path" | "scope">, path: string): boolean =>
  scope === "exact" ? path === root : isBeneath(path, root)

/** Returns the letters that the entries of an access give at a path, before exceptions. */
export const getGrantedMode = (access: ReadonlyArray<AccessEntry>, path: string): GrantedMode => {
  let read = false
  let write = false
  for (const entry of access) {
    if (!coversPath(entry, path)) continue
    read ||= entry.mode.includes("r")
    write ||= entry.mode.includes("w")
  }
  return joinModes(read, write)
}

/** Whether the given letters include every letter of a mode. */
export const includesMode = (letters: GrantedMode, mode: FileMode): boolean => letters === "rw" || letters === mode

/** Returns the letters of a mode that allows reading, writing, both or neither. */
export const joinModes = (read: boolean, write: boolean): GrantedMode =>
  read ? (write ? "rw" : "r") : write ? "w" : ""
