import { type DeclaredTool, declarations } from "./declarations.ts"

/** About a dozen tools. */
const mostBytes = 8192

/**
 * Returns the part of `run_script`'s description about available tools: their declarations if there are few, otherwise how to find them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { describeScriptTools } from "@toolgate/chain"
 * import { builtins } from "toolgate"
 *
 * assert.match(describeScriptTools(builtins()), /^The tools:\n/)
 * // Without tools, the description says how to find them.
 * assert.match(describeScriptTools([]), /search_tools/)
 * ```
 */
export const describeScriptTools = (
  tools: ReadonlyArray<DeclaredTool & { readonly callers: ReadonlyArray<string> }>
): string => {
  const callable = tools.filter(({ callers }) => callers.includes("chain"))
  const declared = callable.length === 0 ? "" : declarations(callable)
  return declared !== "" && Buffer.byteLength(declared) <= mostBytes
    ? `The tools:\n${declared}`
    : "`search_tools` finds tools by words, and `describe_tools` returns their declarations in TypeScript."
}
