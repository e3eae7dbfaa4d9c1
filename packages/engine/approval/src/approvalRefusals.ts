import { type DecidedApproval, type JsonObject, type Refused, refused, type StoreUnavailable } from "@toolgate/core"
import type { Unreadable } from "./ApprovalSeal.ts"
import { cutReason } from "./pickEscalationAnswer.ts"
import type { ParsedDecision } from "./readDecision.ts"
import { quoteText } from "./shownText.ts"

/** Returns the refusal of a call that a person denied. Their reason is quoted, so that it cannot pass for the gate's own words. */
export const userDenied = (toolName: string, { scope, reason }: ParsedDecision, denied: DecidedApproval): Refused => {
  const span = scope === "session" ? " for the whole session" : ""
  const words = reason === undefined ? "" : `, and gave the reason ${quoteText(cutReason(reason))}`
  return { ...refused("UserDenied", `A person denied this call of tool "${toolName}"${span}${words}.`), denied }
}

export const approvalExpired = (toolName: string, timeoutMs: number): Refused =>
  refused(
    "ApprovalExpired",
    `Tool "${toolName}" needs a person's approval, and nobody answered in time (at most ${timeoutMs / 1000} second${timeoutMs === 1000 ? "" : "s"}).`
  )

/** Returns the refusal of a call with an approval that was not used in time. */
export const approvalLapsed = (toolName: string, approvalId: string): Refused =>
  refused("ApprovalExpired", `Tool "${toolName}" needs a new approval: the one that it was given has expired.`, {
    approvalId
  })

export const handlerBroke = (toolName: string): Refused =>
  refused(
    "PolicyDenied",
    `Tool "${toolName}" needs a person's approval, and the function that asks them failed, so the call is denied.`
  )

export const approvalWithdrawn = (toolName: string): Refused =>
  refused("Cancelled", `The question whether tool "${toolName}" may be called was withdrawn before anyone answered.`)

/** Returns the refusal of a call whose approval somebody took back. */
export const approvalTakenBack = (toolName: string, approvalId: string): Refused =>
  refused("Cancelled", `The approval of this call of tool "${toolName}" was withdrawn.`, { approvalId })

/** Returns the refusal of a call whose question could not be stored, or whose approval could not be read. */
export const storeUnavailable = (toolName: string, { message }: StoreUnavailable): Refused =>
  refused(
    "StoreUnavailable",
    `Tool "${toolName}" needs a person's approval, and the store of approvals cannot be used: ${message}`
  )

/** Returns the refusal of a call that would ask one question more than its agent may have open. */
export const tooManyQuestions = (toolName: string, agent: string, most: number): Refused =>
  refused(
    "QuotaExceeded",
    `Tool "${toolName}" needs a person's approval, and agent ${quoteText(agent)} already has ${most} open questions, the most that one agent may have. Nothing was run. Make the call again once some of them are decided or withdrawn.`
  )

export const approvalPending = (toolName: string, approvalId: string, expiresAt: number): Refused => ({
  ...refused(
    "ApprovalPending",
    `Tool "${toolName}" needs a person's approval, and nothing was run. Once approval "${approvalId}" is given, the call can be resumed.`
  ),
  pending: { approvalId, expiresAt }
})

/** Returns the refusal of a call with an approval that cannot be trusted, or that nobody can read. */
export const unreadable = (toolName: string, approvalId: string, { why }: Unreadable): Refused =>
  needsNew(toolName, approvalId, why)

/** Returns the refusal of a call with an approval that is not for it. `differs` are the differences, as nouns. */
export const differsFrom = (toolName: string, approvalId: string, differs: ReadonlyArray<string>): Refused =>
  needsNew(toolName, approvalId, `It was given for a call that differs in ${inWords(differs)}.`, { differs })

/** Returns the refusal of a call with an approval for which its own gate waits. */
export const goesOn = (toolName: string, approvalId: string): Refused =>
  needsNew(toolName, approvalId, "A gate waits for this approval, and goes on with the call itself.")

/** Returns the refusal of a call with an approval that nobody can use, and the end of a sentence that says why. */
export const needsNew = (toolName: string, approvalId: string, why: string, details: JsonObject = {}): Refused =>
  refused("PolicyDenied", `Tool "${toolName}" needs a new approval. ${why}`, { approvalId, ...details })

const inWords = (nouns: ReadonlyArray<string>): string =>
  nouns.length < 2 ? nouns.join("") : `${nouns.slice(0, -1).join(", ")} and ${nouns.at(-1)}`
