/** A property of a policy that its author probably did not intend. */
export interface LintFinding {
  /** The place as `file:line:column` of the entry, or the file alone if the finding is about the whole file. */
  readonly source: string
  /** The severity. An error keeps a gate from starting, a warning calls for a change, and a note is good to know. */
  readonly level: "error" | "warning" | "note"
  /** The kind of finding, for programs. */
  readonly code: LintCode
  /** The message, in lower case and without a full stop. It is printed after the source, the level and a colon. */
  readonly message: string
}

/** A kind of finding, for programs. */
export type LintCode =
  | "invalid-rule"
  | "unknown-tool"
  | "unknown-category"
  | "unknown-program"
  | "program-file"
  | "never-matches"
  | "shadowed"
  | "duplicate"
  | "risky-allow"
  | "evadable-deny"
  | "route"
  | "confinement"
  | "trusted-workspace"
  | "unused-role"
  | "confirmation"
  | "no-tests"
  | "not-compared"
