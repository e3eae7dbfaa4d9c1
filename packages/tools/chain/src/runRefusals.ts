import { type PendingApproval, type Refused, refused, type StoreUnavailable } from "@toolgate/core"

/** A call of a script that waits for a person. */
export interface WaitingCall extends PendingApproval {
  readonly index: number
  readonly tool: string
}

/** Returns the reason to stop a run that no longer matches its record. `why` is part of a sentence. */
export const refuseChangedRun = (why: string): Refused =>
  refused(
    "ToolFailed",
    `The script cannot continue: ${why}. What it has done is not undone; make a new call for the rest.`
  )

/** Returns the reason to stop a run with a recorded call that is now denied. */
export const refuseDeniedRun = (index: number, tool: string, denied: Refused): Refused => ({
  ...denied,
  message: `The script cannot continue: its call ${index + 1}, of tool "${tool}", was made and is now denied. ${denied.message}`
})

/** Refusals that are not about the call itself, and when they no longer apply. */
export const untilPassed: ReadonlyMap<Refused["why"], string> = new Map([
  ["ToolNotFound", "where the tool is"],
  ["ToolQuarantined", "once a person has approved the tool"],
  ["StoreUnavailable", "once the store can be used"],
  ["InternalError", "once the error is fixed"]
])

/**
 * Returns the reason to stop a run here that may continue later or elsewhere. `became` and `until` are parts of a sentence. The original
 * refusal is not returned, because it concerns another tool.
 */
export const refuseRunHere = (index: number, became: string, { message }: Refused, until: string): Refused =>
  refused(
    "ToolFailed",
    `The script cannot continue here: its call ${index + 1} ${became}. ${message} It waits as before, and can be resumed ${until}.`
  )

/** Returns the reason to stop a run that cannot be recorded. */
export const stopUnrecorded = (cause: unknown): Refused => {
  const { message = "its record is damaged" } = cause as Partial<StoreUnavailable>
  return refused("StoreUnavailable", `The script was stopped, because its calls could not be recorded: ${message}`)
}

/** Returns the answer of a suspended run. */
export const answerPending = (waiting: ReadonlyArray<WaitingCall>): Refused => {
  const [{ index, tool, approvalId, expiresAt }] = waiting as [WaitingCall]
  const more = waiting.length > 1 ? ` ${waiting.length - 1} more of its calls wait as well.` : ""
  return {
    ...refused(
      "ApprovalPending",
      `The script waits at its call ${index + 1}, of tool "${tool}", for a person's approval. Once approval "${approvalId}" is given, it can be resumed, and continues from there.${more}`,
      { approvals: waiting.map((one) => one.approvalId) }
    ),
    pending: { approvalId, expiresAt }
  }
}
