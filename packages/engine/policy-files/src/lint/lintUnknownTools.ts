import { findNearest } from "@toolgate/core"
import { findMisspelledTools, isOfServers, isToolName, listToolReferences } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about unknown tool names. The app is expected to have a tool that `tools` lists or a test defines,
 * so such a name is only checked for typing errors. A typing error in an entry that denies or asks is an error.
 */
export const lintUnknownTools = ({ files, tools, toolNamed }: Linted): ReadonlyArray<LintFinding> => {
  const listed = new Set(files.flatMap(({ config }) => [...config.tools.keys()]))
  const defined = files.flatMap(({ config }) =>
    config.tests.flatMap(({ call }) => (call.definition === undefined ? [] : [call.tool]))
  )
  const known = new Set([...tools.flatMap(({ name, aliases }) => [name, ...aliases]), ...defined])
  const names = [...known, ...listed]
  const configs = files.map(({ config }) => config)
  const wrong = new Map(findMisspelledTools(configs, tools).map(({ source, message }) => [source, message]))
  const found: Array<LintFinding> = []
  const report = (name: string, source: string, where: string) => {
    const slip = wrong.get(source)
    if (slip !== undefined) {
      found.push({ source, level: "error", code: "unknown-tool", message: slip })
      return
    }
    if (
      isOfServers(name) &&
      toolNamed(name) === undefined &&
      !known.has(name) &&
      !/^mcp__[a-z0-9-]{1,32}__./.test(name)
    ) {
      const [, server] = /^mcp__([a-z0-9-]{1,32})$/.exec(name) ?? []
      const hint =
        server === undefined
          ? '; such a name is "mcp__SERVER__TOOL", and a server has lower-case letters, digits and "-"'
          : `; all tools of the server are "mcp__${server}__*"`
      found.push({
        source,
        level: "warning",
        code: "unknown-tool",
        message: `no tool of a server has the name "${name}" in ${where}${hint}`
      })
      return
    }
    // A server that provides the tool need not run while its rules are checked.
    if (toolNamed(name) !== undefined || known.has(name) || isOfServers(name)) return
    const isListed = listed.has(name)
    if (isListed && where !== "tools") return
    const meant = findNearest(name, isListed ? known : names)
    const hint = meant === undefined ? "" : `; did you mean "${meant}"?`
    found.push({
      source,
      level: isListed && meant === undefined ? "note" : "warning",
      code: "unknown-tool",
      message:
        isListed && meant === undefined
          ? `the tool "${name}" is unknown; an app that uses the policy has to register it`
          : `unknown tool "${name}" in ${where}${hint}`
    })
  }
  for (const { config } of files) {
    for (const { text, source, where } of listToolReferences(config)) if (isToolName(text)) report(text, source, where)
    for (const { call, source } of config.tests)
      if (call.definition === undefined && !listed.has(call.tool)) report(call.tool, source, "tests")
  }
  return found
}
