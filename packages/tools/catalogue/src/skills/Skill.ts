import { selectorPattern } from "@toolgate/policy"

/** A skill: instructions for an agent, and the tools that it may use while the skill is active. */
export interface Skill {
  /** Name: 1 to 64 lower-case letters, digits and single hyphens. */
  readonly name: string
  readonly description: string
  /** The body of the `SKILL.md`, for the system prompt. */
  readonly instructions: string
  /**
   * The tools allowed while the skill is active: names, groups (`group:read`) and `mcp__SERVER__*`. An empty list allows none; `undefined`
   * is unrestricted.
   */
  readonly allowedTools: ReadonlyArray<string> | undefined
  /** A second list that tools must also match, for a file that restricts in two keys. Only a gate can intersect groups. */
  readonly alsoWithin?: ReadonlyArray<string>
  /** The file's `allowed-tools`, for information. It neither grants nor restricts anything. */
  readonly preApproved?: string
  /** The path of the `SKILL.md`, or null for a skill made in code. */
  readonly path: string | null
  readonly version: string
  readonly license?: string
  readonly compatibility?: string
  readonly metadata: Readonly<Record<string, string>>
}

/** Whether a value is a skill, with tools that a gate can compare. */
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

/** Whether a text is a valid skill name. */
export const isSkillName = (text: string): boolean => text.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
