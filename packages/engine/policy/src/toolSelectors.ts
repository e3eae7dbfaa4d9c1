import type { ToolDefinition } from "@toolgate/core"
import type { ToolGroup, ToolSelector } from "./PolicyConfig.ts"
import { builtInGroups, type ToolFacts } from "./toolGroups.ts"

/**
 * A function that decides whether a selector names a tool. A built-in group is computed from the tool; a group of the
 * file has members.
 */
export type SelectorMatch = (selector: Pick<ToolSelector, "text">, tool: NamedTool) => boolean

/** The facts about a tool that selectors need. */
export type NamedTool = ToolFacts & Pick<ToolDefinition, "aliases">

/**
 * Returns the function that matches selectors with the groups of a policy. A group that is neither defined nor built in
 * has no members; loading a file with such a group fails.
 */
export const selectorMatch = (groups: ReadonlyMap<string, ToolGroup>): SelectorMatch => {
  // A cycle of groups is refused when the file is loaded. Here, the search only has to end.
  const within = (name: string, tool: NamedTool, above: ReadonlyArray<string>): boolean => {
    const builtIn = builtInGroups.get(name)
    if (builtIn !== undefined) return builtIn(tool)
    if (above.includes(name)) return false
    return groups.get(name)?.members.some(({ text }) => names(text, tool, [...above, name])) ?? false
  }
  const names = (text: string, tool: NamedTool, above: ReadonlyArray<string>): boolean => {
    if (text === "*" || text === tool.name || tool.aliases.includes(text)) return true
    return text.startsWith(groupPrefix) && within(text.slice(groupPrefix.length), tool, above)
  }
  return ({ text }, tool) => names(text, tool, [])
}

/** The prefix of a selector that names a group. */
export const groupPrefix = "group:"

/** Whether a selector names one tool, and not a group or every tool. */
export const isName = (selector: string): boolean => selector !== "*" && !selector.startsWith(groupPrefix)
