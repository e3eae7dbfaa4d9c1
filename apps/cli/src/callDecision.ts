import type { ToolExecution } from "toolgate"

/** What became of a call. `denied`: it was not to run, for whatever reason. `failed`: it ran, and did not succeed. */
export type CallDecision = "allowed" | "approved" | "denied" | "failed"

/** `isApproved`: a person has allowed it. */
export const callDecision = ({ executed, success }: ToolExecution, isApproved: boolean): CallDecision => {
  if (!success) return executed === "no" ? "denied" : "failed"
  return isApproved ? "approved" : "allowed"
}
