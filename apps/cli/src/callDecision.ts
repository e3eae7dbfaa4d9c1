import type { ToolExecution } from "toolgate"

/**
 * The outcome of a call. `denied`: the call did not run, for any reason but that it is `deferred`. `failed`: the call ran
 * without success.
 */
export type CallDecision = "allowed" | "approved" | "denied" | "deferred" | "failed"

/** Returns the outcome of a call. `isApproved`: whether a person approved the call. */
export const callDecision = ({ executed, success, pending }: ToolExecution, isApproved: boolean): CallDecision => {
  if (pending !== undefined) return "deferred"
  if (!success) return executed === "no" ? "denied" : "failed"
  return isApproved ? "approved" : "allowed"
}
