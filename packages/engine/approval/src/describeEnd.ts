import type { ApprovalState, DecisionOutcome, QuestionEnd } from "@toolgate/core"
import type { MadeDecision } from "./ApprovalSeal.ts"
import { pickProvenance } from "./pickProvenance.ts"
import { quoteText } from "./shownText.ts"

/** Returns the outcome for a client that comes too late: how the question ended, and who decided it. */
export const describeEnd = (
  state: ApprovalState,
  made: MadeDecision | undefined
): Extract<DecisionOutcome, { readonly outcome: "over" }> => {
  const ended = ends[state]
  const told = made === undefined ? undefined : pickProvenance(made)
  const { by, from, at } = told ?? {}
  const words = [
    `This question is over: ${ended === "withdrawn" && told !== undefined ? takenBack : how[ended]}`,
    ...(by === undefined ? [] : [`by ${quoteText(by)}`]),
    ...(from === undefined ? [] : [`from ${quoteText(from)}`]),
    ...(at === undefined ? [] : [`at ${new Date(at).toISOString()}`])
  ]
  return { outcome: "over", ended, message: `${words.join(" ")}.`, ...told }
}

const ends: Readonly<Record<ApprovalState, QuestionEnd>> = {
  open: "expired",
  approved: "approve",
  claimed: "approve",
  done: "approve",
  unknown: "approve",
  denied: "deny",
  expired: "expired",
  withdrawn: "withdrawn"
}

const how: Readonly<Record<QuestionEnd, string>> = {
  approve: "it was approved",
  deny: "it was denied",
  expired: "nobody decided in time",
  withdrawn: "it was withdrawn before anybody decided"
}

const takenBack = "it was withdrawn after it had been approved"
