import type { FileMode } from "@toolgate/core"

/** The files of a grant as copies: the entries, and the contents of the files among them, in the same order. */
export interface CopiedFiles {
  readonly entries: ReadonlyArray<CopiedEntry>
  readonly contents: ReadonlyArray<Uint8Array>
}

/**
 * A file of a grant, by its absolute path. `mode` says what the guest may do with it, and with a folder also what it may do to what is
 * in it: make, replace, delete. `size`: of its content, in bytes. `absent`: not there, and may be made.
 */
export type CopiedEntry = { readonly path: string; readonly mode: FileMode } & (
  | { readonly kind: "file"; readonly size: number }
  | { readonly kind: "directory" | "absent" }
  | { readonly kind: "link"; readonly target: string }
)
