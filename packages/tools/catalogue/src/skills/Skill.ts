import { selectorPattern } from "@toolgate/policy"

/** A skill: instructions for an agent, and the tools that the agent is restricted to while the skill is active. */
export interface Skill {
  /** The name of the skill: 1 to 64 small letters, digits and single hyphens. */
  readonly name: string
  readonly description: string
  /** The body of the `SKILL.md`, which is added to an agent's system prompt. */
  readonly instructions: string
  /**
   * The tools that the agent may use while the skill is active: names, groups (`group:read`) and `mcp__SERVER__*`. An empty list
   * allows none; `undefined` restricts nothing.
   */
  readonly allowedTools: ReadonlyArray<string> | undefined
  /** A second list that every tool has to be in as well: where a file restricts in two keys, and only a gate knows what both allow. */
  readonly alsoWithin?: ReadonlyArray<string>
  /** The `allowed-tools` of the file, as a note. Whatever it says, it neither grants nor restricts anything. */
  readonly preApproved?: string
  /** The path of the `SKILL.md`, or null for a skill that was made by a program. */
  readonly path: string | null
  readonly version: string
  readonly license?: string
  readonly compatibility?: string
  readonly metadata: Readonly<Record<string, string>>
}

/** Whether a value of a program has the form of a skill, with tools that a gate can compare. */
export const isSkill = (value: unknown): value is Skill => {
  if (typeof value !== "object" || value === null) return false
  const { name, description, instructions, version, path, allowedTools, alsoWithin, metadata } = value as Partial<Skill>
  return (
    typeof name === "string" &&
    isSkillName(name) &&
    [description, instructions, version].every((text) => typeof text === "string") &&
    (path === null || typeof path === "string") &&
    [allowedTools, alsoWithin].every((list) => list === undefined || isSelectors(list)) &&
    typeof metadata === "object" &&
    metadata !== null
  )
}

const isSelectors = (list: unknown): boolean =>
  Array.isArray(list) && list.every((text) => typeof text === "string" && selectorPattern.test(text))

/** Whether a text can be the name of a skill. */
export const isSkillName = (text: string): boolean => text.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
