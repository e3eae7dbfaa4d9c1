import { quoted } from "@toolgate/core"
import type { ToolSelector } from "@toolgate/policy"
import { adviseSelector, selectorPattern } from "@toolgate/policy"
import { listOf, type Shape, textOf } from "@toolgate/yaml-reading"

/**
 * The shape of a selector: a tool, `*`, the tools of MCP servers, or `group:NAME`. Whether the group exists is checked when all groups are known.
 */
const selector: Shape<ToolSelector> = textOf('a tool, "*" or "group:NAME"', (text, { at, node }, reading) => {
  if (!selectorPattern.test(text))
    return reading.fault(node.at, () =>
      text.includes("(")
        ? `${quoted(text)} is not a tool; write patterns for arguments under "rules"`
        : `${quoted(text)} is not a tool: write ${adviseSelector(text)}`
    )
  if (text.startsWith("group:")) reading.uses.push({ kind: "group", name: text.slice(6), at: node.at })
  return { text, source: reading.source(at) }
})

export const selectors: Shape<ReadonlyArray<ToolSelector>> = listOf("a list of tools", selector)
