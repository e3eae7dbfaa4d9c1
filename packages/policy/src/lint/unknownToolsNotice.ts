import type { RegisteredTool } from "@toolgate/core"
import { nearest } from "../config/nearest.ts"
import { quoted } from "../config/quoted.ts"
import type { PolicyConfig } from "../PolicyConfig.ts"
import { isToolName, mentions } from "./mentions.ts"

/**
 * The tools that a policy names and that are not among the known ones, each once and with its place, in a sentence for a log;
 * `undefined` where there are none. Tests are left out: what they call need not be there.
 */
export const unknownToolsNotice = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<RegisteredTool, "name" | "aliases">>
): string | undefined => {
  const known = new Set(tools.flatMap(({ name, aliases }) => [name, ...aliases]))
  const places = new Map<string, string>()
  for (const config of configs)
    for (const { text, source } of mentions(config))
      if (isToolName(text) && !known.has(text) && !places.has(text)) places.set(text, source)
  if (places.size === 0) return undefined
  const shown = [...places].slice(0, most).map(([name, source]) => {
    const meant = nearest(name, known)
    return `${quoted(name)} (${source}${meant === undefined ? "" : `; did you mean ${quoted(meant)}?`})`
  })
  if (places.size > most) shown.push(`and ${places.size - most} more`)
  const tool = places.size === 1 ? "a tool" : "tools"
  return `The policy names ${tool} that this gate does not know, so that what it says there holds for no tool of the gate: ${shown.join(", ")}.`
}

const most = 20
