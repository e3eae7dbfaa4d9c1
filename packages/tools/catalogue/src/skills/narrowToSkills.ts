import type { Ceiling } from "@toolgate/core"
import { meetTools } from "@toolgate/core/access"
import { isToolName, makeSelectorMatch, type NamedTool, type SelectorMatch, type ToolGroup } from "@toolgate/policy"
import type { Skill } from "./Skill.ts"

/** The policy's groups, by name without "group:". */
export type SkillGroups = ReadonlyMap<string, ToolGroup>

/**
 * Returns the tools that a ceiling allows and each active skill lists. Unknown names are preserved, because the tool may be added later.
 * Groups and wildcards are expanded to the current tools.
 */
export const narrowToSkills = (
  ceiling: Ceiling["tools"],
  skills: ReadonlyArray<Pick<Skill, "allowedTools" | "alsoWithin">>,
  tools: ReadonlyArray<NamedTool>,
  groups: SkillGroups = new Map()
): Ceiling["tools"] => {
  const matches = makeSelectorMatch(groups)
  return skills
    .flatMap(({ allowedTools, alsoWithin }) => [allowedTools, alsoWithin])
    .reduce<Ceiling["tools"]>(
      (met, list) => (list === undefined ? met : meetTools(met, namesOf(list, tools, matches))),
      ceiling
    )
}

const namesOf = (
  selectors: ReadonlyArray<string>,
  tools: ReadonlyArray<NamedTool>,
  matches: SelectorMatch
): ReadonlyArray<string> => {
  const matching = tools.filter((tool) => selectors.some((text) => matches({ text }, tool)))
  return [...new Set([...selectors.filter(isToolName), ...matching.map(({ name }) => name)])]
}
