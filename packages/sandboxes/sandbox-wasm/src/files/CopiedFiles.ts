import type { FileMode } from "@toolgate/core"

/** Copies of granted files: the entries, and the contents of the files among them in the same order. */
export interface CopiedFiles {
  readonly entries: ReadonlyArray<CopiedEntry>
  readonly contents: ReadonlyArray<Uint8Array>
}

/**
 * A copied entry of a grant, with its absolute path. `mode`: what the guest may do with the entry and with the content
 * of a folder: make, replace, delete. `size`: bytes of content. `absent`: a missing entry that the guest may make.
 */
export type CopiedEntry = { readonly path: string; readonly mode: FileMode } & (
  | { readonly kind: "file"; readonly size: number }
  | { readonly kind: "directory" | "absent" }
  | { readonly kind: "link"; readonly target: string }
)
