import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { measureHttp } from "./measureHttp.ts"
import { measureListing } from "./measureListing.ts"
import { measureMemory } from "./measureMemory.ts"
import { measureStarting } from "./measureStarting.ts"
import { measureStdio } from "./measureStdio.ts"

/** The families about a gate between MCP clients and MCP servers, by name. */
export const mcpFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["mcp.stdio", measureStdio],
  ["mcp.http", measureHttp],
  ["mcp.start", measureStarting],
  ["mcp.list", measureListing],
  ["mcp.memory", measureMemory]
]
