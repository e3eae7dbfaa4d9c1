import type { Stats } from "node:fs"
import type { Containment, ResolvedPath } from "@toolgate/core"
import * as Context from "effect/Context"

/** Something on disk, held as far as the platform can. */
export interface Pin {
  /** Leads to exactly this, for calls of `node:fs` while it is held; names in a folder are joined to it. */
  readonly at: string
  readonly release: () => void
}

/** How the steps of a path are held: the one thing in which the adapters differ. The methods throw what `node:fs` throws. */
export class PathPins extends Context.Service<
  PathPins,
  {
    readonly containment: Containment
    /** The workspace: the same folder as long as it is held, wherever it is moved. */
    readonly workspace: (path: ResolvedPath) => Pin
    /** Whether the workspace that is held was removed; it is then opened anew the next time. */
    readonly isGone: (path: ResolvedPath) => boolean
    /** The root of a file system, by its absolute name. */
    readonly root: (path: string) => Pin
    /** A folder, and ENOTDIR for anything else: a link is not followed. */
    readonly folder: (at: string) => Pin
    /** Whatever it is, a link not followed. */
    readonly entry: (at: string) => Pin & { readonly stats: Stats }
    /** A walked path as its file system spells it. */
    readonly spelled: (path: string) => string
    /** Throws `changed` where the path no longer leads to the open file, or to anything of that name when there is none. */
    readonly confirm: (path: string, fd?: number) => void
  }
>()("@toolgate/workspace/PathPins") {}
