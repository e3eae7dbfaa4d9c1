import { findNearest, quoted, type ToolDefinition } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { isOfServers, isToolName, mentions } from "@toolgate/policy"

/** A notice for a log about the tools that a policy names and that are unknown. */
interface UnknownToolsNotice {
  /** A sentence that names each tool once, with its place. */
  readonly text: string
  /** Whether the policy denies one of the tools, or asks about one. */
  readonly guards: boolean
}

/**
 * Returns the notice; `undefined` if every tool is known. Tests are ignored, because their tools need not exist, and so
 * are tools of MCP servers, because a server may be down.
 */
export const unknownToolsNotice = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<ToolDefinition, "name" | "aliases">>
): UnknownToolsNotice | undefined => {
  const known = new Set(tools.flatMap(({ name, aliases }) => [name, ...aliases]))
  const unknown = configs.flatMap((config) =>
    [...mentions(config)].filter(({ text }) => isToolName(text) && !isOfServers(text) && !known.has(text))
  )
  if (unknown.length === 0) return undefined
  // Entries that should protect something come first, so that they are not among those that are cut off.
  const places = new Map<string, string>()
  for (const { text, source } of [...unknown].sort((one, other) => Number(other.guards) - Number(one.guards)))
    if (!places.has(text)) places.set(text, source)
  const shown = [...places].slice(0, most).map(([name, source]) => {
    const meant = findNearest(name, known)
    return `${quoted(name)} (${source}${meant === undefined ? "" : `; did you mean ${quoted(meant)}?`})`
  })
  if (places.size > most) shown.push(`and ${places.size - most} more`)
  const [tool, each] = places.size === 1 ? ["a tool", "such a tool is"] : ["tools", "they are"]
  return {
    text: `The policy names ${tool} that this gate does not know, so these entries have no effect until ${each} added: ${shown.join(", ")}.`,
    guards: unknown.some(({ guards }) => guards)
  }
}

const most = 20
