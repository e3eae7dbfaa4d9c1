import type { ErrorClass, ToolExecution } from "toolgate"

/** What became of a call. `failed`: it was neither denied nor did it do what it was to do. */
export type CallDecision = "allowed" | "approved" | "denied" | "failed"

/** `isApproved`: a person has allowed it. */
export const callDecision = ({ error, success }: ToolExecution, isApproved: boolean): CallDecision => {
  if (error !== undefined && denials.has(error.class)) return "denied"
  if (!success) return "failed"
  return isApproved ? "approved" : "allowed"
}

const denials: ReadonlySet<ErrorClass> = new Set(["permission_denied", "user_denied", "confirmation_timeout"])
