import type { PinnedPath } from "./PinnedPath.ts"

/** One thing that a confined command finds at a path. Everything stands at the path that it has outside. */
export type Mount =
  /** What is there outside. `pin`: what has to be found there once it is mounted. */
  | { readonly kind: "bind"; readonly path: string; readonly writable: boolean; readonly pin?: PinnedPath }
  /** Nothing that can be read, where `pin` is outside: a file, unless that is a folder. */
  | { readonly kind: "hidden"; readonly path: string; readonly pin: PinnedPath }
  /** Nothing, where something of the kernel is. */
  | { readonly kind: "masked"; readonly path: string; readonly isFolder: boolean }
  /** A folder that holds nothing but what other mounts put there. */
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  /** Memory of the run's own, which counts as its memory and is gone with it. */
  | { readonly kind: "memory"; readonly path: string; readonly bytes: number }
  | { readonly kind: "processes"; readonly path: string }
  | { readonly kind: "devices"; readonly path: string }
