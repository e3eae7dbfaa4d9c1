import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { http } from "./http.ts"
import { listing } from "./listing.ts"
import { memory } from "./memory.ts"
import { starting } from "./starting.ts"
import { stdio } from "./stdio.ts"

/** The families about a gate between MCP clients and MCP servers, by name. */
export const mcpFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["mcp.stdio", stdio],
  ["mcp.http", http],
  ["mcp.start", starting],
  ["mcp.list", listing],
  ["mcp.memory", memory]
]
