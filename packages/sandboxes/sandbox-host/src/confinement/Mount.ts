import type { PinnedPath } from "./PinnedPath.ts"

/** A mount of a confined command, usually at the same path as outside. */
export type Mount =
  /** A file or folder of the host. `pin`: what must be found at the path after mounting. */
  | { readonly kind: "bind"; readonly path: string; readonly writable: boolean; readonly pin?: PinnedPath }
  /** An unreadable folder or file in place of `pin`. */
  | { readonly kind: "hidden"; readonly path: string; readonly pin: PinnedPath }
  /** An empty folder or file in place of a part of the kernel. */
  | { readonly kind: "masked"; readonly path: string; readonly isFolder: boolean }
  /** A folder that contains only other mounts. */
  | { readonly kind: "folder"; readonly path: string }
  /** A folder of the session, which has another path on the host. */
  | { readonly kind: "own"; readonly path: string; readonly source: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  /** A folder in memory, which counts as memory of the run and ends with it. */
  | { readonly kind: "memory"; readonly path: string; readonly bytes: number }
  | { readonly kind: "processes"; readonly path: string }
  | { readonly kind: "devices"; readonly path: string }
