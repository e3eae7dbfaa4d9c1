import { type JsonObject, quoted } from "@toolgate/core"
import { stringify } from "yaml"
import type { ImportNotes } from "./ImportNotes.ts"

/** A tool with the position of its operation. */
export interface LocatedTool {
  readonly tool: JsonObject
  readonly at: number
}

/** The layout of a catalogue. */
export const layout = { aliasDuplicateObjects: false, lineWidth: 0 } as const

/** Longest catalogue that can be read back, in UTF-16 units. */
const longestCatalogue = 4 * 1024 * 1024

/** Returns the tools that fit into one catalogue. If there are too many, the largest are left out and noted. */
export const selectFittingTools = (
  tools: ReadonlyArray<LocatedTool>,
  notes: ImportNotes,
  longest = longestCatalogue
): ReadonlyArray<JsonObject> => {
  const sized = tools.map((one) => ({ ...one, size: stringify({ tools: [one.tool] }, layout).length }))
  let size = sized.reduce((sum, one) => sum + one.size, 0)
  const left = new Set<JsonObject>()
  for (const { tool, at, size: own } of sized.toSorted((one, other) => other.size - one.size)) {
    if (size <= longest) break
    size -= own
    left.add(tool)
    notes.add(
      at,
      `a catalogue has at most 4 MiB, and there is no room for the tool ${quoted(String(tool.name))}; choose it with --only`
    )
  }
  return sized.flatMap(({ tool }) => (left.has(tool) ? [] : [tool]))
}
