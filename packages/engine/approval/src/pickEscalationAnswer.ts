import type { ApprovalRequest, EscalationAnswer } from "@toolgate/core"
import type { MadeDecision } from "./ApprovalSeal.ts"

/** Returns the `answer` member of an approval, for escalations only. */
export const pickEscalationAnswer = (
  { kind }: Pick<ApprovalRequest, "kind">,
  { decision, reason }: Pick<MadeDecision, "decision" | "reason">
): { readonly answer?: EscalationAnswer } => {
  if (kind !== "escalation") return {}
  return { answer: reason === undefined ? { decision } : { decision, note: cutReason(reason) } }
}

/** Truncates a person's words for the model. */
export const cutReason = (reason: string): string => {
  const text = reason.trim()
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** In characters. */
const longest = 500
