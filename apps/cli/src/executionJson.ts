import type { ToolExecution } from "toolgate"

/** The answer to a call as a program reads it: every property is there, `null` where there is nothing. */
export const executionJson = (execution: ToolExecution) => ({
  callId: execution.callId,
  toolName: execution.toolName,
  arguments: execution.arguments ?? null,
  executed: execution.executed,
  success: execution.success,
  output: execution.output,
  error: errorJson(execution),
  durationMs: execution.durationMs,
  waitedMs: execution.waitedMs,
  sandbox: execution.sandbox ?? null,
  enforced: execution.enforced ?? null
})

const errorJson = ({ error }: ToolExecution) =>
  error === undefined ? null : { class: error.class, slug: error.slug, message: error.message, details: error.details }
