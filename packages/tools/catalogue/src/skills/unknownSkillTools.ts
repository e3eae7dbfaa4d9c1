import { describeUnknownName } from "@toolgate/core"
import { builtInGroups, isOfServers, type NamedTool } from "@toolgate/policy"
import type { Skill } from "./Skill.ts"
import type { SkillProblem } from "./SkillProblem.ts"
import type { SkillGroups } from "./toolsUnderSkills.ts"

/**
 * Returns warnings about the tools and groups that skills list and that are not there, each with the nearest name. A tool of an MCP
 * server comes and goes with its server, and is no mistake.
 */
export const unknownSkillTools = (
  skills: ReadonlyArray<Skill>,
  tools: ReadonlyArray<Pick<NamedTool, "name" | "aliases">>,
  groups: SkillGroups = new Map()
): ReadonlyArray<SkillProblem> => {
  const names = tools.flatMap(({ name, aliases }) => [name, ...aliases])
  const known = new Set(names)
  const groupNames = [...builtInGroups.keys(), ...groups.keys()]
  const messageOf = (selector: string): string | undefined => {
    if (selector === "*" || isOfServers(selector) || known.has(selector)) return undefined
    if (!selector.startsWith("group:")) return describeUnknownName("tool", selector, names, { where: "in its tools" })
    const group = selector.slice("group:".length)
    return groupNames.includes(group)
      ? undefined
      : describeUnknownName("group", group, groupNames, { where: "in its tools", prefix: "group:" })
  }
  return skills.flatMap(({ name, path, allowedTools = [], alsoWithin = [] }) =>
    [...new Set([...allowedTools, ...alsoWithin])].flatMap((selector) => {
      const message = messageOf(selector)
      return message === undefined
        ? []
        : [{ level: "warning" as const, skill: name, source: path ?? `skill ${name}`, message }]
    })
  )
}
