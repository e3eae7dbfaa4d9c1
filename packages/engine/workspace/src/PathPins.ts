import type { Stats } from "node:fs"
import type { Containment, ResolvedPath } from "@toolgate/core"
import * as Context from "effect/Context"

/** A file or folder on disk, held as firmly as the platform allows. */
export interface Pin {
  /**
   * A path that leads `node:fs` to exactly this file or folder while the pin is held. Names inside a folder are
   * appended to the path.
   */
  readonly at: string
  readonly release: () => void
}

/**
 * The way in which the steps of a path are held, and the only difference between the adapters. The methods throw
 * whatever `node:fs` throws.
 */
export class PathPins extends Context.Service<
  PathPins,
  {
    readonly containment: Containment
    /** Pins the workspace. The pin means the same folder for as long as it is held, even when the folder is moved. */
    readonly workspace: (path: ResolvedPath) => Pin
    /** Whether the workspace that is held was removed. A removed workspace is opened anew the next time. */
    readonly isGone: (path: ResolvedPath) => boolean
    /** Pins the root of a file system, given its absolute path. */
    readonly root: (path: string) => Pin
    /** Pins a folder. Throws ENOTDIR for anything else, and does not follow a link. */
    readonly folder: (at: string) => Pin
    /** Pins a file, a folder or anything else. A link is pinned itself, not followed. */
    readonly entry: (at: string) => Pin & { readonly stats: Stats }
    /** Returns a walked path as its file system spells the path. */
    readonly spelled: (path: string) => string
    /** Throws `changed` when `path` is no longer its own real path or, given `fd`, no longer leads to the open file. */
    readonly confirm: (path: string, fd?: number) => void
  }
>()("@toolgate/workspace/PathPins") {}
