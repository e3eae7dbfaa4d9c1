import type { Stats } from "node:fs"
import type { Containment, ResolvedPath } from "@toolgate/core"
import * as Context from "effect/Context"

/** A file or folder on disk, pinned as firmly as the platform allows. */
export interface Pin {
  /**
   * A path that leads `node:fs` to exactly this file or folder while it is pinned. Append names to reach its entries.
   */
  readonly at: string
  readonly release: () => void
}

/** Pins the steps of a path. The adapters differ only in this. All methods throw the errors of `node:fs`. */
export class PathPins extends Context.Service<
  PathPins,
  {
    readonly containment: Containment
    /** Pins the workspace. The pin refers to the same folder even if the folder is moved. */
    readonly workspace: (path: ResolvedPath) => Pin
    /** Whether the pinned workspace was removed. If so, it is opened again next time. */
    readonly isGone: (path: ResolvedPath) => boolean
    /** Pins the root of a file system, given its absolute path. */
    readonly root: (path: string) => Pin
    /** Pins a folder. Throws ENOTDIR for anything else. Does not follow links. */
    readonly folder: (at: string) => Pin
    /** Pins an entry of any kind. A link itself is pinned, not its target. */
    readonly entry: (at: string) => Pin & { readonly stats: Stats }
    /** Returns the path as the file system spells it. */
    readonly spelled: (path: string) => string
    /** Throws `changed` if `path` is no longer its own real path or no longer leads to the open file `fd`. */
    readonly confirm: (path: string, fd?: number) => void
  }
>()("@toolgate/workspace/PathPins") {}
