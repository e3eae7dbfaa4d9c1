import { findNearest, quoted, type ToolDefinition } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { isOfServers, isToolName, listToolReferences } from "@toolgate/policy"

interface UnknownToolsNotice {
  /** A sentence that names each tool once, with its place. */
  readonly text: string
  /** Whether the policy denies one of the tools, or asks about one. */
  readonly guards: boolean
}

/**
 * Returns a notice about unknown tools; `undefined` if every tool is known. Tests are ignored, because their tools
 * need not exist. Tools of MCP servers are ignored too, because a server may be down.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { noticeUnknownTools, parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 *
 * const config = Effect.runSync(parsePolicy("version: 1\nrules: { deny: [deploy] }", "toolgate.yaml"))
 * const notice = noticeUnknownTools([config], builtins())
 * assert.match(notice?.text ?? "", /deploy/)
 * assert.equal(noticeUnknownTools([config], [...builtins(), { name: "deploy", aliases: [] }]), undefined)
 * ```
 */
export const noticeUnknownTools = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<ToolDefinition, "name" | "aliases">>
): UnknownToolsNotice | undefined => {
  const known = new Set(tools.flatMap(({ name, aliases }) => [name, ...aliases]))
  const unknown = configs.flatMap((config) =>
    [...listToolReferences(config)].filter(({ text }) => isToolName(text) && !isOfServers(text) && !known.has(text))
  )
  if (unknown.length === 0) return undefined
  // Entries that deny or ask come first, so that they are never cut off.
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
