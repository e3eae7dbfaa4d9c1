import type { FileAccess } from "../ExecutionGrant.ts"
import type { FileMode } from "../Resource.ts"
import { isBeneath } from "./isBeneath.ts"

/** The modes that an access allows; empty if it allows nothing. */
export type GrantedMode = "" | FileMode

/** An entry of an access or of a list of folders. Without a scope, it is a tree. */
export interface AccessEntry {
  readonly path: string
  readonly mode: FileMode
  readonly scope?: FileAccess["scope"]
}

/**
 * Whether an entry covers a path, ignoring its exceptions.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { coversPath } from "@toolgate/core/access"
 *
 * assert.equal(coversPath({ path: "/notes", scope: "tree" }, "/notes/a.txt"), true)
 * assert.equal(coversPath({ path: "/notes", scope: "exact" }, "/notes/a.txt"), false)
 * ```
 */
export const coversPath = ({ path: root, scope }: Pick<AccessEntry, "path" | "scope">, path: string): boolean =>
  scope === "exact" ? path === root : isBeneath(path, root)

/**
 * Returns the mode that the entries of an access give at a path, before exceptions.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { getGrantedMode } from "@toolgate/core/access"
 *
 * const access = [
 *   { path: "/app", mode: "r", scope: "tree" },
 *   { path: "/app/out", mode: "w", scope: "tree" }
 * ] as const
 * assert.deepEqual([getGrantedMode(access, "/app/out/a"), getGrantedMode(access, "/app/a")], ["rw", "r"])
 * ```
 */
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

/**
 * Whether a granted mode includes every letter of a mode.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { includesMode } from "@toolgate/core/access"
 *
 * assert.equal(includesMode("rw", "r"), true)
 * assert.equal(includesMode("r", "rw"), false)
 * ```
 */
export const includesMode = (letters: GrantedMode, mode: FileMode): boolean => letters === "rw" || letters === mode

/** Returns the mode for a right to read, to write, both or neither. */
export const joinModes = (read: boolean, write: boolean): GrantedMode =>
  read ? (write ? "rw" : "r") : write ? "w" : ""
