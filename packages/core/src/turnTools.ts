import type { ToolDefinition } from "./Tool.ts"

/**
 * Whether a tool only reads or computes.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isReadOnly } from "@toolgate/core"
 * import { builtins } from "toolgate"
 *
 * const names = builtins()
 *   .filter(isReadOnly)
 *   .map(({ name }) => name)
 * assert.deepEqual(names, ["read_file", "list_dir"])
 * ```
 */
export const isReadOnly = ({ sideEffects }: Pick<ToolDefinition, "sideEffects">): boolean =>
  sideEffects === "NONE" || sideEffects === "READ"

/**
 * Returns the reason why a tool cannot be called in a turn of several calls, as a predicate about the tool, or `undefined`
 * if it can.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { explainWhyAlone } from "@toolgate/core"
 * import { makeToolDefinition } from "@toolgate/testing"
 *
 * assert.equal(explainWhyAlone(makeToolDefinition({ sideEffects: "READ" })), undefined)
 * const reason = explainWhyAlone(makeToolDefinition({ sideEffects: "WRITE" }))
 * assert.equal(reason, 'may change something and does not have "chain" among its callers')
 * ```
 */
export const explainWhyAlone = (
  tool: Pick<ToolDefinition, "callers" | "category" | "escalates" | "sideEffects">
): string | undefined => {
  if (tool.escalates === true || tool.category === "routing")
    return "hands work to someone else and is never called in a turn of several calls"
  return isReadOnly(tool) || tool.callers.includes("chain")
    ? undefined
    : 'may change something and does not have "chain" among its callers'
}
