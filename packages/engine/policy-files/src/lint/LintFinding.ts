/** Something about a policy that holds, and that its author probably did not mean or would want to know. */
export interface LintFinding {
  /** `file:line:column` of the entry; the file alone where it is about all of it. */
  readonly source: string
  /** An error keeps a gate from its start; a warning is worth a change; a note is worth knowing. */
  readonly level: "error" | "warning" | "note"
  /** What kind of finding it is, for programs. */
  readonly code: LintCode
  /** Lower case, without a full stop: it follows the source, the level and a colon. */
  readonly message: string
}

export type LintCode =
  | "unknown-tool"
  | "unknown-category"
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
