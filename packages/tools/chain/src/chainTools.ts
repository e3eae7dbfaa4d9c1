import type { Tool } from "@toolgate/core"
import { describeTools } from "./declarations/describeTools.ts"
import { searchTools } from "./declarations/searchTools.ts"
import { type ChainOptions, runScript } from "./runScript.ts"

/**
 * Returns the tools for running scripts and for finding the tools that scripts may call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { chainTools } from "@toolgate/chain"
 * import { builtins, createToolgate } from "toolgate"
 *
 * const tools = [...builtins(), ...chainTools({ tools: builtins() })]
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools })
 * const names = gate.tools.list().map(({ name }) => name)
 * assert.deepEqual(names.slice(-3), ["run_script", "search_tools", "describe_tools"])
 * ```
 */
export const chainTools = (options: ChainOptions = {}): ReadonlyArray<Tool> => [
  runScript(options),
  searchTools,
  describeTools
]
