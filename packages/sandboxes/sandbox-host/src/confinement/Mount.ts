import type { PinnedPath } from "./PinnedPath.ts"

/** A mount of a confined command. Everything stands at the path that it has outside. */
export type Mount =
  /**
   * The file or folder that stands outside. `pin`: the file or folder that has to be found at the path once it is
   * mounted.
   */
  | { readonly kind: "bind"; readonly path: string; readonly writable: boolean; readonly pin?: PinnedPath }
  /** Something unreadable in the place of `pin`: a folder if `pin` is one, otherwise a file. */
  | { readonly kind: "hidden"; readonly path: string; readonly pin: PinnedPath }
  /** Something empty in the place of a part of the kernel. */
  | { readonly kind: "masked"; readonly path: string; readonly isFolder: boolean }
  /** A folder that holds only what other mounts put there. */
  | { readonly kind: "folder"; readonly path: string }
  /** A folder of the session's own, at another path than it has outside. */
  | { readonly kind: "own"; readonly path: string; readonly source: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  /** Memory of the run's own, which counts as the run's memory and is gone with it. */
  | { readonly kind: "memory"; readonly path: string; readonly bytes: number }
  | { readonly kind: "processes"; readonly path: string }
  | { readonly kind: "devices"; readonly path: string }
