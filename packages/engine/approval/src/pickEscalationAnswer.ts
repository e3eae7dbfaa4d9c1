import type { ApprovalRequest, EscalationAnswer } from "@toolgate/core"
import type { MadeDecision } from "./ApprovalSeal.ts"

/**
 * Returns the member of an approval that says what a person answered to an escalation. Of any other question, an approval has no
 * such member.
 */
export const pickEscalationAnswer = (
  { kind }: Pick<ApprovalRequest, "kind">,
  { decision, reason }: Pick<MadeDecision, "decision" | "reason">
): { readonly answer?: EscalationAnswer } => {
  if (kind !== "escalation") return {}
  return { answer: reason === undefined ? { decision } : { decision, note: cutReason(reason) } }
}

/** Returns a person's words as they are passed on to the model. */
export const cutReason = (reason: string): string => {
  const text = reason.trim()
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** The length, in characters, to which a person's words are cut. */
const longest = 500
