/**
 * A change that a guest made to its copies, with an absolute path. A change covers everything at its path: replacing a
 * folder replaces its content too.
 */
export type FileChange =
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "deleted"; readonly path: string }
