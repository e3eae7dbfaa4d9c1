import { nearest, quoted, type ToolDefinition } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { isToolName, mentions } from "@toolgate/policy"

/** The tools that a policy names and that are not among the known ones, for a log. */
interface UnknownToolsNotice {
  /** A sentence that names each once, with its place. */
  readonly text: string
  /** Whether one of them is denied or asked about. */
  readonly guards: boolean
}

/** The notice; `undefined` where every tool is known. Tests are left out: what they call need not be there. */
export const unknownToolsNotice = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<ToolDefinition, "name" | "aliases">>
): UnknownToolsNotice | undefined => {
  const known = new Set(tools.flatMap(({ name, aliases }) => [name, ...aliases]))
  const unknown = configs.flatMap((config) =>
    [...mentions(config)].filter(({ text }) => isToolName(text) && !known.has(text))
  )
  if (unknown.length === 0) return undefined
  // What protects nothing is told first, and so never the part that is cut.
  const places = new Map<string, string>()
  for (const { text, source } of [...unknown].sort((one, other) => Number(other.guards) - Number(one.guards)))
    if (!places.has(text)) places.set(text, source)
  const shown = [...places].slice(0, most).map(([name, source]) => {
    const meant = nearest(name, known)
    return `${quoted(name)} (${source}${meant === undefined ? "" : `; did you mean ${quoted(meant)}?`})`
  })
  if (places.size > most) shown.push(`and ${places.size - most} more`)
  const [tool, each] = places.size === 1 ? ["a tool", "such a tool is"] : ["tools", "they are"]
  return {
    text: `The policy names ${tool} that this gate does not know, so that what it says there holds for no tool of the gate until ${each} added: ${shown.join(", ")}.`,
    guards: unknown.some(({ guards }) => guards)
  }
}

const most = 20
