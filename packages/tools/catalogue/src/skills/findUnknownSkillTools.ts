import { describeUnknownName } from "@toolgate/core"
import { builtInGroups, isOfServers, type NamedTool } from "@toolgate/policy"
import type { SkillGroups } from "./narrowToSkills.ts"
import type { Skill } from "./Skill.ts"
import type { SkillProblem } from "./SkillProblem.ts"

/**
 * Returns warnings about unknown tools and groups in skills, with the nearest name. Missing tools of MCP servers are not reported, because
 * servers come and go.
 */
export const findUnknownSkillTools = (
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
