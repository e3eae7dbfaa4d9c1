import type { ToolExecution } from "toolgate"

/**
 * The outcome of a call. `denied`: the call did not run, and is not `deferred`. `failed`: the call ran without success, even if it changed
 * nothing.
 */
export type CallDecision = "allowed" | "approved" | "denied" | "deferred" | "failed"

/** Returns the outcome of a call. `isApproved`: a person approved the call. */
export const callDecision = (execution: ToolExecution, isApproved: boolean): CallDecision => {
  const { executed, success, pending, error } = execution
  if (pending !== undefined) return "deferred"
  if (!success) return executed === "no" && error?.class !== "execution_error" ? "denied" : "failed"
  return isApproved ? "approved" : "allowed"
}
