import type { ToolExecution } from "@toolgate/core"
import type { ToolExecutionResult } from "@toolgate/wire"
import * as Predicate from "effect/Predicate"
import { toolResultBlock } from "./messages.ts"

/**
 * Converts an answer to content blocks for a model, with structured content. Only an object is structured content, because clients expect
 * one; other values are in the blocks.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool } from "toolgate"
 * import { toExecutionResult } from "toolgate/results"
 *
 * const parameters = { type: "object" } as const
 * const rows = [{ name: "Ada" }]
 * const query = defineTool({
 *   name: "query",
 *   description: "Queries.",
 *   parameters,
 *   sideEffects: "READ",
 *   execute: () => ({ rows })
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [query] })
 *
 * const { is_error, structured_content } = toExecutionResult(await gate.dispatch({ id: "1", tool: "query", args: {} }))
 * assert.deepEqual([is_error, structured_content], [false, { rows }])
 * ```
 */
export const toExecutionResult = (execution: ToolExecution): ToolExecutionResult => {
  const { content, is_error } = toolResultBlock(execution)
  const { value } = execution.output
  return { content, is_error, structured_content: Predicate.isObject(value) ? value : null }
}
