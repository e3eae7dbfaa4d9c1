/**
 * A change that a guest made to its copies, by an absolute path. A change stands for all that was at its path: what replaces a folder
 * replaces what was in it.
 */
export type FileChange =
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "deleted"; readonly path: string }
