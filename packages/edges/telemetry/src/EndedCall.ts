import type { EventCall, ToolEvent, ToolExecution } from "@toolgate/core"

/** The last event of a call, and when it came. */
export interface EndedCall {
  readonly event: Extract<ToolEvent, { readonly type: "tool.completed" | "tool.failed" | "tool.input_invalid" }>
  readonly call: EventCall
  readonly answer: ToolExecution
  /** In milliseconds since the epoch, with fractions. */
  readonly endedAt: number
}

/** The end of a call. `refused`: it did not run. `pending`: it was deferred until a person decides. */
export type CallOutcome = "completed" | "failed" | "refused" | "invalid" | "pending"

export const getOutcome = ({ event, answer }: EndedCall): CallOutcome => {
  if (answer.pending !== undefined) return "pending"
  if (answer.success) return "completed"
  if (event.type === "tool.input_invalid") return "invalid"
  return answer.executed === "no" ? "refused" : "failed"
}

/** Returns the reason of a failure, for `error.type`. */
export const getErrorType = ({ answer }: EndedCall): string | undefined =>
  answer.pending === undefined ? answer.error?.why : undefined
