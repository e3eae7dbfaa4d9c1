import type { ApprovalRequest, ApprovalState, StoredApproval } from "@toolgate/core"
import { shortName, shortText } from "./shortText.ts"

/** Returns the question of an escalation: the first text among its arguments. */
export const questionOf = (request: Pick<ApprovalRequest, "kind" | "args"> | undefined): string | undefined =>
  request?.kind === "escalation" ? Object.values(request.args).find((value) => typeof value === "string") : undefined

/** Returns a stored approval as JSON shows it: whatever tells what the call is about is left out, but for the question of an escalation. */
export const approvalJson = (approval: StoredApproval, question?: string) => {
  const { id, state, tool, sideEffects, agent, session, askedAt, expiresAt, waits, decision } = approval
  return {
    id,
    state,
    tool,
    side_effects: sideEffects,
    agent,
    session,
    asked_at: timeOf(askedAt),
    expires_at: timeOf(expiresAt),
    waits,
    ...(question === undefined ? {} : { question }),
    decision:
      decision === undefined
        ? null
        : { decision: decision.decision, by: decision.by, from: decision.from, at: timeOf(decision.at) }
  }
}

/**
 * Returns a stored approval as a line: its id, its state, the agent and the tool, until when it can be decided or used, and the
 * question of an escalation.
 */
export const approvalLine = (approval: StoredApproval, question?: string): string => {
  const { id, state, tool, sideEffects, agent, session, expiresAt } = approval
  const until = state === "open" || state === "approved" || state === "expired" ? `, until ${timeOf(expiresAt)}` : ""
  const asked = question === undefined ? "" : `: ${shortText(question, 200)}`
  return `${shortName(id)}  ${state.padEnd(longestState)}  ${shortName(tool)} (${sideEffects}) for ${shortName(agent)} in ${shortName(session)}${until}${decidedBy(approval)}${asked}\n`
}

/** Returns who decided on an approval, with which client and when; nothing if nobody has. */
export const decidedBy = ({ decision }: Pick<StoredApproval, "decision">): string =>
  decision === undefined
    ? ""
    : `, ${decision.decision === "approve" ? "approved" : "denied"} by ${shortName(decision.by)} with ${shortName(decision.from)} at ${timeOf(decision.at)}`

/** Returns a time as records show it. A row that was changed by hand may hold any number. */
export const timeOf = (ms: number): string => {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? "an unknown time" : date.toISOString()
}

const longestState = Math.max(
  ...(
    ["open", "approved", "denied", "expired", "withdrawn", "claimed", "done", "unknown"] satisfies ApprovalState[]
  ).map(({ length }) => length)
)
