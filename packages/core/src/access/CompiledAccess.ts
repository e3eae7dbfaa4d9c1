import type { FileAccess } from "../ExecutionGrant.ts"
import type { FileMode } from "../Resource.ts"
import { type CompiledExceptions, compileExceptions } from "./CompiledExceptions.ts"
import { coversPath, type GrantedMode, includesMode, joinModes } from "./getGrantedMode.ts"

/** An entry of an access with its compiled exceptions. */
export interface CompiledEntry extends Pick<FileAccess, "path" | "mode" | "scope"> {
  readonly exceptions: CompiledExceptions | undefined
}

/**
 * The answer of `coverage`. `outside`: the path is not in the access, or may not be read. `denied`: the access does not
 * allow everything that is needed. `allowed`: it does.
 */
export type Coverage = "outside" | "denied" | "allowed"

/**
 * Compiles the files of a grant for fast look-ups. Frozen exceptions are compiled once for all calls. Later changes to the
 * list have no effect.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { compileAccess } from "@toolgate/core/access"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const path = makePermissionRequest().context.workspace
 * const workspace = { path, mode: "rw", scope: "tree", except: [{ pattern: "/**\/.env", mode: "rw" }] } as const
 * const access = compileAccess([workspace])
 * assert.equal(access.lettersAt(`${path}/notes.md`), "rw")
 * assert.equal(access.lettersAt(`${path}/.env`), "")
 * ```
 */
export const compileAccess = (files: ReadonlyArray<FileAccess>): CompiledAccess =>
  new CompiledAccess(
    files.map(({ path, mode, scope, except }) => ({
      path,
      mode,
      scope,
      exceptions: except === undefined || except.length === 0 ? undefined : compileExceptions(except)
    }))
  )

/** The files of a grant, compiled by `compileAccess`. */
export class CompiledAccess {
  readonly entries: ReadonlyArray<CompiledEntry>

  constructor(entries: ReadonlyArray<CompiledEntry>) {
    this.entries = entries
  }

  /** Returns an access with the matching entries only. */
  where(isTaken: (entry: CompiledEntry) => boolean): CompiledAccess {
    return new CompiledAccess(this.entries.filter(isTaken))
  }

  /**
   * Returns what the access allows at a canonical path: the union of its entries, each without its exceptions. An entry
   * that forbids reading allows nothing there.
   *
   * `isFolder` says whether the path is a folder. `meant` is another path of the same file, such as the path that the
   * agent used; its exceptions apply to `path` too.
   */
  lettersAt(path: string, isFolder = false, meant = path): GrantedMode {
    const forbids = ({ exceptions, path: root }: CompiledEntry, letter: "r" | "w") =>
      exceptions?.find(letter, path, root, isFolder) !== undefined ||
      // The file may have been granted without knowledge of its other name, so the exceptions of every entry apply.
      (meant !== path && this.forbids(letter, meant, isFolder))
    let read = false
    let write = false
    for (const entry of this.entries) {
      if (!coversPath(entry, path) || forbids(entry, "r")) continue
      read ||= entry.mode.includes("r")
      write ||= entry.mode.includes("w") && !forbids(entry, "w")
    }
    return joinModes(read, write)
  }

  forbids(letter: "r" | "w", path: string, isFolder = false): boolean {
    return this.entries.some(
      ({ exceptions, path: root }) => exceptions?.find(letter, path, root, isFolder) !== undefined
    )
  }

  /** Returns whether the access covers the needed use of a canonical path. */
  coverage(path: string, need: FileMode): Coverage {
    const letters = this.lettersAt(path)
    if (letters !== "") return includesMode(letters, need) ? "allowed" : "denied"
    // A path that may not be read counts as outside, so that the answer does not reveal it.
    const isNamed = this.entries.some(
      (entry) => coversPath(entry, path) && entry.exceptions?.find("r", path, entry.path) === undefined
    )
    return isNamed ? "denied" : "outside"
  }
}
