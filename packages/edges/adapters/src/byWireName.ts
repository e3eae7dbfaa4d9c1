import type { GateTool } from "./GateTool.ts"
import { checkNames } from "./wireNames.ts"

/**
 * Returns tools by the names that every provider takes: their own, or their own with "_" for other characters, at most 64 of them. Throws
 * if two tools would have one name.
 */
export const byWireName = (framework: string, tools: ReadonlyArray<GateTool>): ReadonlyMap<string, GateTool> => {
  checkNames(framework, tools, written)
  return new Map(tools.map((tool) => [written(tool.name), tool]))
}

const written = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64)
