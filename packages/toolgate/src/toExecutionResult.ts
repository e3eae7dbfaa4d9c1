import type { ToolExecution } from "@toolgate/core"
import type { ToolExecutionResult } from "@toolgate/wire"
import * as Predicate from "effect/Predicate"
import { toolResultBlock } from "./messages.ts"

/**
 * Converts an answer to content blocks for a model, with structured content. Only an object is structured content, because clients expect
 * one; other values are in the blocks.
 *
 * ```ts
 * import type { ToolExecution } from "toolgate"
 * import { toExecutionResult } from "toolgate/results"
 *
 * export const rowsOf = (execution: ToolExecution) => toExecutionResult(execution).structured_content?.rows ?? []
 * ```
 */
export const toExecutionResult = (execution: ToolExecution): ToolExecutionResult => {
  const { content, is_error } = toolResultBlock(execution)
  const { value } = execution.output
  return { content, is_error, structured_content: Predicate.isObject(value) ? value : null }
}
