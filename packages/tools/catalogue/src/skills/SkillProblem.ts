/** A problem in a folder of skills. An error prevents loading; a warning does not. */
export interface SkillProblem {
  readonly level: "error" | "warning"
  /** Name of the skill's folder. Absent for a problem of the parent folder. */
  readonly skill?: string
  /** Position: `file:line:column`, or a path. */
  readonly source: string
  /** The message, in lower case without full stop. */
  readonly message: string
}
