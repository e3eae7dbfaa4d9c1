import { quoted } from "@toolgate/core"
import type { ToolSelector } from "@toolgate/policy"
import { selectorPattern } from "@toolgate/policy"
import { listOf } from "../yaml/listOf.ts"
import type { Shape } from "../yaml/Shape.ts"
import { textOf } from "../yaml/scalars.ts"

/** A tool, `*`, or `group:NAME`. Whether there is such a group is looked up when all groups are known. */
const selector: Shape<ToolSelector> = textOf('a tool, "*" or "group:NAME"', (text, { at, node }, reading) => {
  if (!selectorPattern.test(text))
    return reading.fault(node.at, () =>
      text.includes("(")
        ? `${quoted(text)} is no tool; what depends on arguments belongs in "rules"`
        : `${quoted(text)} is no tool: write a name of letters, digits, "_", "." and "-", or "*", or "group:NAME"`
    )
  if (text.startsWith("group:")) reading.uses.push({ kind: "group", name: text.slice(6), at: node.at })
  return { text, source: reading.source(at) }
})

export const selectors: Shape<ReadonlyArray<ToolSelector>> = listOf("a list of tools", selector)
