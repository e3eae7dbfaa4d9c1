import type { Principal } from "@toolgate/core"

/** The active skills of a server, for all of its clients. */
export interface ServedSkills {
  /** The skills that restrict every client. */
  readonly active: ReadonlyArray<{
    /** The name of the skill. */
    readonly name: string
    /** The purpose of the skill. */
    readonly description: string
  }>
  /** The instructions about the skills that clients pass to their models. */
  readonly instructions: string
  /** Returns the principal restricted by the skills. Evaluated per request, because tools change. */
  readonly narrow: (principal: Principal) => Principal
}

/** The tool that reads a skill. */
export const skillTool = "skill"

/** Returns the address of a skill's resource. */
export const getSkillAddress = (name: string): string => `skill://${name}/SKILL.md`
