import type { ToolExecution } from "toolgate"

/**
 * Returns the part of an answer that an app's users may see. Frameworks stream results to browsers, so program details,
 * arguments and enforcement are left out.
 */
export const getPublicAnswer = ({
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
