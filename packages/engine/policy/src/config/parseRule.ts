/**
 * Splits a rule, written `tool` or `tool(pattern)`, into its two parts. If the rule is invalid, returns the problem,
 * as the end of a sentence whose subject is the rule.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parseRule } from "@toolgate/policy"
 *
 * assert.deepEqual(parseRule("shell(git log:*)"), { tool: "shell", pattern: "git log:*" })
 * // An invalid text returns the problem.
 * assert.equal(parseRule("shell(git log:*"), 'does not end in ")"')
 * ```
 */
export const parseRule = (text: string): { readonly tool: string; readonly pattern: string | undefined } | string => {
  const open = text.indexOf("(")
  const tool = open === -1 ? text : text.slice(0, open)
  if (!selectorPattern.test(tool))
    return tool === "" ? "names no tool" : `does not begin with a tool: ${adviseSelector(tool)}`
  if (open === -1) return { tool, pattern: undefined }
  if (!text.endsWith(")")) return 'does not end in ")"'
  const pattern = text.slice(open + 1, -1)
  return pattern === "" ? "has an empty pattern; leave the parentheses out to mean every call" : { tool, pattern }
}

/**
 * The pattern of a tool's name, `*`, `group:NAME`, or the tools of MCP servers: `mcp__*` or `mcp__SERVER__*`. A
 * server's name contains no `_`, so that its prefix never matches the tools of another server.
 */
export const selectorPattern = /^(?:\*|mcp__(?:[a-z0-9-]{1,32}__)?\*|(?:group:)?[A-Za-z0-9_.-]{1,128})$/

/**
 * Returns advice for a message about an invalid selector: the forms that a selector may have.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { adviseSelector } from "@toolgate/policy"
 *
 * assert.match(adviseSelector("mcp__github__get*"), /"mcp__github__\*" for all tools of the server$/)
 * ```
 */
export const adviseSelector = (text: string): string => {
  const [, server] = /^mcp__([a-z0-9-]{1,32})__/.exec(text) ?? []
  if (/[A-Za-z0-9_.-]\*/.test(text))
    return server === undefined
      ? 'a "*" does not stand for a part of a name; list each tool by its name'
      : `a "*" does not stand for a part of a name; list each tool, or write "mcp__${server}__*" for all tools of the server`
  return 'a name of letters, digits, "_", "." and "-", "*", "mcp__*", "mcp__SERVER__*", or "group:" and a name'
}
