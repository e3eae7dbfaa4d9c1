import type { ToolExecution } from "toolgate"

/**
 * Returns what an app and its users may see of an answer, in the shape of an answer: frameworks stream results to browsers, so the
 * details for programs, the arguments and how limits were held are left out.
 */
export const answerOf = ({
  callId,
  toolName,
  success,
  output: { content, value, success: isDone },
  error,
  executed,
  durationMs,
  waitedMs,
  pending,
  replayed
}: ToolExecution): ToolExecution => ({
  callId,
  toolName,
  arguments: undefined,
  success,
  output: { content, ...(value === undefined ? {} : { value }), success: isDone, metadata: {} },
  error,
  executed,
  sandbox: undefined,
  enforced: undefined,
  durationMs,
  waitedMs,
  ...(pending === undefined ? {} : { pending }),
  ...(replayed === undefined ? {} : { replayed })
})
