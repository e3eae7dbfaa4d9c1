/** The states of a stored approval, in the order in which it can reach them. */
export const approvalStates = [
  "open",
  "approved",
  "denied",
  "expired",
  "claimed",
  "done",
  "unknown",
  "withdrawn"
] as const

/**
 * The state of a stored approval. It starts as `open` and only moves forward.
 *
 * - `open` → `approved`, `denied`, `expired` or `withdrawn`
 * - `approved` → `claimed` (its call starts), `withdrawn`, or `expired` if the call was deferred
 * - `claimed` → `done`, or `unknown` if the outcome of the call is not known
 * - `done` → `withdrawn`: the approval no longer covers further calls of its session
 */
export type ApprovalState = (typeof approvalStates)[number]

/** The states of an approval whose question is over. */
export const endedStates: ReadonlyArray<ApprovalState> = approvalStates.filter((state) => state !== "open")
