import type { Principal } from "@toolgate/core"

/** The skills that are active for all clients of a server. */
export interface ServedSkills {
  readonly active: ReadonlyArray<{ readonly name: string; readonly description: string }>
  /** The text about the skills, which clients hand to their models. */
  readonly instructions: string
  /** Returns the principal under the skills, which is asked for with each request: tools come and go. */
  readonly narrow: (principal: Principal) => Principal
}

/** The tool by which a skill is read. */
export const skillTool = "skill"

/** Returns the address at which clients find a skill. */
export const skillAddress = (name: string): string => `skill://${name}/SKILL.md`
