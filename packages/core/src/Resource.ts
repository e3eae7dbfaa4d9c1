declare const resolved: unique symbol

/** Absolute, links followed, folded as its file system folds. Only the `Resources` port makes one. */
export type ResolvedPath = string & { readonly [resolved]: true }

export type FileMode = "r" | "rw"

/** Which argument points at what. */
export interface ResourceDeclaration {
  readonly kind: "file"
  /** JSON pointer into the arguments (RFC 6901). */
  readonly arg: string
  readonly mode: FileMode
  /** Holds under every policy: what leads out of the workspace is refused before any policy is asked. */
  readonly within: "workspace" | "host"
  /** What an absent argument means. Without it, an absent argument is a refusal and never "nothing to check". */
  readonly fallback?: string
}

/** What resolved arguments point at. */
export interface Resource {
  readonly kind: "file"
  readonly path: ResolvedPath
  readonly mode: FileMode
}
