import { distinctNames } from "@toolgate/providers"
import type { GateTool } from "./GateTool.ts"

/**
 * Maps tools by names that every provider accepts: unsupported characters become "_", with at most 64 characters.
 * Colliding names get a digest. `others` are the characters that the framework replaces with "_".
 */
export const indexByWireName = (tools: ReadonlyArray<GateTool>, others?: RegExp): ReadonlyMap<string, GateTool> => {
  const nameOf = distinctNames(
    tools.map(({ name }) => name),
    others
  )
  return new Map(tools.map((tool) => [nameOf(tool.name), tool]))
}
