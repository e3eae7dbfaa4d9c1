import type { ApprovalChange, ApprovalState, StoredApproval } from "@toolgate/core"

/** Whether an approval can reach a state at a time, in milliseconds since the epoch. */
export const mayChange = ({ state, waits, expiresAt }: StoredApproval, to: ApprovalState, now: number): boolean => {
  if (!next[state].includes(to)) return false
  // While a gate waits, the expiry applies only to the decision.
  const isBounded = state === "open" || !waits
  if (to === "expired") return isBounded && now >= expiresAt
  return to === "approved" || to === "denied" || to === "claimed" ? !isBounded || now < expiresAt : true
}

const next: Readonly<Record<ApprovalState, ReadonlyArray<ApprovalState>>> = {
  open: ["approved", "denied", "expired", "withdrawn"],
  approved: ["claimed", "expired", "withdrawn"],
  claimed: ["done", "unknown"],
  denied: [],
  expired: [],
  withdrawn: [],
  done: ["withdrawn"],
  unknown: []
}

/** Whether a change is allowed at a time. A claim has to be for this request and this decision. */
export const isAllowed = (before: StoredApproval, change: ApprovalChange, now: number): boolean =>
  mayChange(before, change.to, now) &&
  (change.to !== "claimed" || (change.digest === before.digest && change.mac === before.decision?.mac)) &&
  (change.to !== "withdrawn" || (change.from ?? before.state) === before.state)

/** Returns an approval after a change. */
export const applyChange = (before: StoredApproval, change: ApprovalChange): StoredApproval => ({
  ...before,
  ...("decision" in change ? { decision: Object.freeze({ ...change.decision }) } : {}),
  ...("outcome" in change ? { outcome: change.outcome } : {}),
  state: change.to
})
