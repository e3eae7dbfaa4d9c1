import type { ToolDefinition } from "./Tool.ts"

/** Whether a tool changes nothing. */
export const isReadOnly = ({ sideEffects }: Pick<ToolDefinition, "sideEffects">): boolean =>
  sideEffects === "NONE" || sideEffects === "READ"

/**
 * Returns why a tool is not called in a turn of several calls, or `undefined` if it may be: the end of a sentence that begins with the
 * tool.
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
    return "hands work to somebody else and is never called in a turn of several calls"
  return isReadOnly(tool) || tool.callers.includes("chain")
    ? undefined
    : 'may change something and does not have "chain" among its callers'
}
