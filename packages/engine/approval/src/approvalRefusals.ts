import { type DecidedApproval, type JsonObject, type Refused, refused, type StoreUnavailable } from "@toolgate/core"
import type { UnreadableApproval } from "./ApprovalSeal.ts"
import { cutReason } from "./pickEscalationAnswer.ts"
import type { ParsedDecision } from "./readDecision.ts"
import { quoteText } from "./shownText.ts"

/** Refuses a call that a person denied. The reason is quoted, so that it cannot pass for the gate's words. */
export const userDenied = (toolName: string, { scope, reason }: ParsedDecision, denied: DecidedApproval): Refused => {
  const span = scope === "session" ? " for the whole session" : ""
  const words = reason === undefined ? "" : `, and gave the reason ${quoteText(cutReason(reason))}`
  return { ...refused("UserDenied", `A person denied this call of tool "${toolName}"${span}${words}.`), denied }
}

export const approvalExpired = (toolName: string, timeoutMs: number): Refused =>
  refused(
    "ApprovalExpired",
    `Tool "${toolName}" needs a person's approval, but got no answer in time (limit: ${timeoutMs / 1000} second${timeoutMs === 1000 ? "" : "s"}).`
  )

/** Refuses a call whose approval was not used in time. */
export const approvalLapsed = (toolName: string, approvalId: string): Refused =>
  refused("ApprovalExpired", `Tool "${toolName}" needs a new approval: the previous one has expired.`, {
    approvalId
  })

export const handlerBroke = (toolName: string): Refused =>
  refused(
    "PolicyDenied",
    `Tool "${toolName}" needs a person's approval, but the function that asks people failed, so the call is denied.`
  )

export const approvalWithdrawn = (toolName: string): Refused =>
  refused("Cancelled", `The question whether tool "${toolName}" may be called was withdrawn before anyone answered.`)

/** Refuses a call whose approval was withdrawn. */
export const approvalTakenBack = (toolName: string, approvalId: string): Refused =>
  refused("Cancelled", `The approval of this call of tool "${toolName}" was withdrawn.`, { approvalId })

/** Refuses a call whose question or approval could not be stored or read. */
export const storeUnavailable = (toolName: string, { message }: StoreUnavailable): Refused =>
  refused(
    "StoreUnavailable",
    `Tool "${toolName}" needs a person's approval, but the approval store is unavailable: ${message}`
  )

/** Refuses a call because its agent has too many open questions. */
export const tooManyQuestions = (toolName: string, agent: string, most: number): Refused =>
  refused(
    "QuotaExceeded",
    `Tool "${toolName}" needs a person's approval, and agent ${quoteText(agent)} already has ${most} open questions, the maximum. Nothing was run. Repeat the call when some of them are decided.`
  )

export const approvalPending = (toolName: string, approvalId: string, expiresAt: number): Refused => ({
  ...refused(
    "ApprovalPending",
    `Tool "${toolName}" needs a person's approval, and nothing was run. Once approval "${approvalId}" is given, the call can be resumed.`
  ),
  pending: { approvalId, expiresAt }
})

/** Refuses a call whose approval cannot be trusted or read. */
export const unreadable = (toolName: string, approvalId: string, { why }: UnreadableApproval): Refused =>
  needsNew(toolName, approvalId, why)

/** Refuses a call that differs from its approval. `differs` lists the differences as nouns. */
export const differsFrom = (toolName: string, approvalId: string, differs: ReadonlyArray<string>): Refused =>
  needsNew(toolName, approvalId, `The call differs from the approved one in ${inWords(differs)}.`, { differs })

/** Refuses to resume a call whose own gate is still waiting for the approval. */
export const goesOn = (toolName: string, approvalId: string): Refused =>
  needsNew(toolName, approvalId, "The gate that asked is still waiting for this approval and will run the call.")

/** Refuses a call whose approval is unusable. `why` is a clause. */
export const needsNew = (toolName: string, approvalId: string, why: string, details: JsonObject = {}): Refused =>
  refused("PolicyDenied", `Tool "${toolName}" needs a new approval. ${why}`, { approvalId, ...details })

const inWords = (nouns: ReadonlyArray<string>): string =>
  nouns.length < 2 ? nouns.join("") : `${nouns.slice(0, -1).join(", ")} and ${nouns.at(-1)}`
