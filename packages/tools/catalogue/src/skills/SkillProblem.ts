/** A problem of a folder of skills. An error keeps a skill from being loaded, a warning does not. */
export interface SkillProblem {
  readonly level: "error" | "warning"
  /** The name of the skill's folder. Absent for a problem of the folder of skills. */
  readonly skill?: string
  /** The place: `file:line:column`, or a path. */
  readonly source: string
  /** The message, in lower case and without a full stop. */
  readonly message: string
}
