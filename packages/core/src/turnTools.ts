import type { ToolDefinition } from "./Tool.ts"

/** Whether a tool only reads or computes. */
export const isReadOnly = ({ sideEffects }: Pick<ToolDefinition, "sideEffects">): boolean =>
  sideEffects === "NONE" || sideEffects === "READ"

/**
 * Returns the reason why a tool cannot be called in a turn of several calls, as a predicate about the tool, or `undefined`
 * if it can.
 *
 * ```ts
 * import { defineTool, Type } from "toolgate"
 * import { explainWhyAlone } from "@toolgate/core"
 *
 * const pay = defineTool({
 *   name: "pay",
 *   description: "Pays a bill.",
 *   parameters: Type.Object({ bill: Type.String() }),
 *   sideEffects: "WRITE",
 *   execute: ({ bill }) => `Paid ${bill}.`
 * })
 * console.log(explainWhyAlone(pay))
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
