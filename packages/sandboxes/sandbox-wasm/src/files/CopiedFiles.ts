import type { FileMode } from "@toolgate/core"

/** The files of a grant as copies: the entries, and the contents of the files among them in the same order. */
export interface CopiedFiles {
  readonly entries: ReadonlyArray<CopiedEntry>
  readonly contents: ReadonlyArray<Uint8Array>
}

/**
 * A copied entry of a grant, by its absolute path. `mode` says what the guest may do with the entry and, for a folder,
 * with what is in it: make, replace, delete. `size`: the bytes of its content. `absent`: nothing is there, and the
 * guest may make something.
 */
export type CopiedEntry = { readonly path: string; readonly mode: FileMode } & (
  | { readonly kind: "file"; readonly size: number }
  | { readonly kind: "directory" | "absent" }
  | { readonly kind: "link"; readonly target: string }
)
