import type { ToolDefinition } from "@toolgate/core"
import type { ToolGroup, ToolSelector } from "./PolicyConfig.ts"
import { builtInGroups, type ToolFacts } from "./toolGroups.ts"

/** A function that says whether a selector names a tool. Groups are computed from the tool, and those of the file from their members. */
export type SelectorMatch = (selector: Pick<ToolSelector, "text">, tool: NamedTool) => boolean

/** A tool, as far as selectors go by it. */
export type NamedTool = ToolFacts & Pick<ToolDefinition, "aliases">

/** The match of selectors by the groups of a policy: a group that is neither defined nor built in has no members, and is refused when it is loaded. */
export const selectorMatch = (groups: ReadonlyMap<string, ToolGroup>): SelectorMatch => {
  // A cycle is refused when the file is loaded; here it only has to end.
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

export const groupPrefix = "group:"

/** Whether a selector names one tool, and not a group or every tool. */
export const isName = (selector: string): boolean => selector !== "*" && !selector.startsWith(groupPrefix)
