import type { FileAccess } from "../ExecutionGrant.ts"
import type { FileMode } from "../Resource.ts"
import { type CompiledExceptions, compileExceptions } from "./CompiledExceptions.ts"
import { coversPath, type GrantedMode, includesMode, joinModes } from "./getGrantedMode.ts"

/** An entry of an access with its compiled exceptions. */
export interface CompiledEntry extends Pick<FileAccess, "path" | "mode" | "scope"> {
  readonly exceptions: CompiledExceptions | undefined
}

/**
 * The answer of `coverage`. `outside`: the access does not name the path, or forbids reading it. `denied`: the access
 * allows less there than is needed. `allowed`: the access allows what is needed.
 */
export type Coverage = "outside" | "denied" | "allowed"

/**
 * Compiles the files of a grant for all look-ups of a call. The patterns of exceptions that are frozen are compiled once for all calls.
 * Later changes of the list do not change the compiled access.
 *
 * ```ts
 * import { compileAccess } from "@toolgate/core/access"
 * import type { ResolvedPath } from "@toolgate/core"
 *
 * declare const path: ResolvedPath // of the workspace
 * const workspace = { path, mode: "rw", scope: "tree", except: [{ pattern: "/**\/.env", mode: "rw" }] } as const
 * const access = compileAccess([workspace])
 * console.log(access.lettersAt(`${path}/notes.md`)) // "rw"
 * console.log(access.lettersAt(`${path}/.env`)) // ""
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

  /** Returns the access of some of the entries. */
  where(isTaken: (entry: CompiledEntry) => boolean): CompiledAccess {
    return new CompiledAccess(this.entries.filter(isTaken))
  }

  /**
   * Returns the letters that the access allows at a canonical path: everything that any of its entries gives and does not
   * except. An entry that forbids reading the path gives nothing there.
   *
   * `isFolder` says whether a folder stands at the path. `meant` is a second path of the same file, such as the one that
   * the agent wrote; the exceptions at `meant` apply to `path` too.
   */
  lettersAt(path: string, isFolder = false, meant = path): GrantedMode {
    const forbids = ({ exceptions, path: root }: CompiledEntry, letter: "r" | "w") =>
      exceptions?.find(letter, path, root, isFolder) !== undefined ||
      // Whoever granted a file by one name may not have known its other name, so the exceptions of every entry count.
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

  /** Whether an exception of any entry forbids reading (`r`) or writing (`w`) a path. */
  forbids(letter: "r" | "w", path: string, isFolder = false): boolean {
    return this.entries.some(
      ({ exceptions, path: root }) => exceptions?.find(letter, path, root, isFolder) !== undefined
    )
  }

  /** Returns how far the access covers a canonical path, for what a call needs to do there. */
  coverage(path: string, need: FileMode): Coverage {
    const letters = this.lettersAt(path)
    if (letters !== "") return includesMode(letters, need) ? "allowed" : "denied"
    // A path that may not even be read counts as not named, so that the answer does not reveal it.
    const isNamed = this.entries.some(
      (entry) => coversPath(entry, path) && entry.exceptions?.find("r", path, entry.path) === undefined
    )
    return isNamed ? "denied" : "outside"
  }
}
