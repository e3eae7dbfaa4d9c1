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
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeSelectorMatch } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import { makeToolDefinition } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const { groups } = Effect.runSync(parsePolicy("version: 1\ngroups: { build: [shell] }", "toolgate.yaml"))
 * const matches = makeSelectorMatch(groups)
 * assert.equal(matches({ text: "group:build" }, makeToolDefinition({ name: "shell" })), true)
 * assert.equal(matches({ text: "group:build" }, makeToolDefinition({ name: "read_file" })), false)
 * ```
 */
export const makeSelectorMatch = (groups: ReadonlyMap<string, ToolGroup>): SelectorMatch => {
  // A cycle of groups is refused when the file is loaded. Here, the search only has to end.
  const within = (name: string, tool: NamedTool, above: ReadonlyArray<string>): boolean => {
    const builtIn = builtInGroups.get(name)
    if (builtIn !== undefined) return builtIn(tool)
    if (above.includes(name)) return false
    return groups.get(name)?.members.some(({ text }) => names(text, tool, [...above, name])) ?? false
  }
  const names = (text: string, tool: NamedTool, above: ReadonlyArray<string>): boolean => {
    if (text.startsWith(groupPrefix)) return within(text.slice(groupPrefix.length), tool, above)
    return includesName(text, tool.name) || tool.aliases.some((alias) => includesName(text, alias))
  }
  return ({ text }, tool) => names(text, tool, [])
}

/** The prefix of a selector that names a group. */
export const groupPrefix = "group:"

/**
 * Whether a selector other than a group includes a name, or every name of another selector: `mcp__*` includes
 * `mcp__a__*`, which includes `mcp__a__b`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { includesName } from "@toolgate/policy"
 *
 * assert.equal(includesName("mcp__github__*", "mcp__github__search"), true)
 * assert.equal(includesName("read_file", "write_file"), false)
 * ```
 */
export const includesName = (selector: string, name: string): boolean =>
  name === selector || selector === "*" || (isServerWildcard(selector) && name.startsWith(selector.slice(0, -1)))

/**
 * Whether a selector names a single tool.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isToolName } from "@toolgate/policy"
 *
 * assert.deepEqual(["shell", "group:web", "*"].map(isToolName), [true, false, false])
 * ```
 */
export const isToolName = (selector: string): boolean => !selector.endsWith("*") && !selector.startsWith(groupPrefix)

/**
 * Whether a selector is about tools of MCP servers. Such tools come and go with their servers, so a rule about a
 * missing tool is not a mistake.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isOfServers } from "@toolgate/policy"
 *
 * assert.deepEqual([isOfServers("mcp__github__search"), isOfServers("shell")], [true, false])
 * ```
 */
export const isOfServers = (selector: string): boolean => selector.startsWith("mcp__")

/**
 * Whether a selector matches all tools of one server, or of every server.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isServerWildcard } from "@toolgate/policy"
 *
 * assert.deepEqual([isServerWildcard("mcp__github__*"), isServerWildcard("mcp__github__search")], [true, false])
 * ```
 */
export const isServerWildcard = (selector: string): boolean => isOfServers(selector) && selector.endsWith("__*")
