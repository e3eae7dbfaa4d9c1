import type { ToolExecution } from "toolgate"

/**
 * The outcome of a call. `denied`: the call did not run, for any reason but that it is `deferred`. `failed`: the call ran
 * without success, also where it has changed nothing, as a script may that threw.
 */
export type CallDecision = "allowed" | "approved" | "denied" | "deferred" | "failed"

/** Returns the outcome of a call. `isApproved`: whether a person approved the call. */
export const callDecision = (execution: ToolExecution, isApproved: boolean): CallDecision => {
  const { executed, success, pending, error } = execution
  if (pending !== undefined) return "deferred"
  if (!success) return executed === "no" && error?.class !== "execution_error" ? "denied" : "failed"
  return isApproved ? "approved" : "allowed"
}
