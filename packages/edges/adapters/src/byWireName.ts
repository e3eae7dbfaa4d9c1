import type { GateTool } from "./GateTool.ts"

/**
 * Returns tools by the names that every provider takes: their own, or their own with "_" for other characters, at most 64 of them. Throws
 * if two tools would have one name.
 */
export const byWireName = (tools: ReadonlyArray<GateTool>): ReadonlyMap<string, GateTool> => {
  const named = new Map<string, GateTool>()
  for (const tool of tools) {
    const wire = tool.name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64)
    const other = named.get(wire)
    if (other !== undefined)
      throw new TypeError(`Tools "${other.name}" and "${tool.name}" have one name for a provider: "${wire}".`)
    named.set(wire, tool)
  }
  return named
}
