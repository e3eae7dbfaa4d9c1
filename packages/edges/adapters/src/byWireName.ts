import { distinctNames } from "@toolgate/providers"
import type { GateTool } from "./GateTool.ts"

/**
 * Returns tools by the names that every provider takes: their own, or their own with "_" for other characters, at most 64 of them. Tools
 * that would have one name are told apart by a digest. `others` are the characters that the framework writes as "_".
 */
export const byWireName = (tools: ReadonlyArray<GateTool>, others?: RegExp): ReadonlyMap<string, GateTool> => {
  const nameOf = distinctNames(
    tools.map(({ name }) => name),
    others
  )
  return new Map(tools.map((tool) => [nameOf(tool.name), tool]))
}
