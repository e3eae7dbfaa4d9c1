import type { Tool } from "@toolgate/core"
import { describeTools } from "./declarations/describeTools.ts"
import { searchTools } from "./declarations/searchTools.ts"
import { type ChainOptions, runScript } from "./runScript.ts"

/**
 * Returns the tools for running scripts and for finding the tools that scripts may call.
 *
 * ```ts
 * import { chainTools } from "@toolgate/chain"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({
 *   workspace: ".",
 *   policy: "host",
 *   tools: [...builtins(), ...chainTools({ tools: builtins() })]
 * })
 * const code = 'return (await tools.list_dir({ path: "." })).text'
 * const { output } = await gate.dispatch({ id: "1", tool: "run_script", args: { code } })
 * console.log(output.value)
 * ```
 */
export const chainTools = (options: ChainOptions = {}): ReadonlyArray<Tool> => [
  runScript(options),
  searchTools,
  describeTools
]
