import { type Refused, refused } from "@toolgate/core"
import type { GivenDecision } from "./readDecision.ts"
import { quotedText } from "./shownText.ts"

/** A person said no. Their words go to the model in quotes, so that they cannot pass for the gate's. */
export const userDenied = (toolName: string, { scope, reason }: GivenDecision): Refused => {
  const span = scope === "session" ? " for the whole session" : ""
  const words = reason === undefined ? "" : `, and gave the reason ${quotedText(cut(reason))}`
  return refused("UserDenied", `A person denied this call of tool "${toolName}"${span}${words}.`)
}

export const approvalExpired = (toolName: string, timeoutMs: number): Refused =>
  refused(
    "ApprovalExpired",
    `Tool "${toolName}" needs a person's approval, and nobody answered in time, which is at most ${timeoutMs / 1000} seconds.`
  )

export const handlerBroke = (toolName: string): Refused =>
  refused(
    "PolicyDenied",
    `Tool "${toolName}" needs a person's approval, and what asks them did not answer properly, which is a no.`
  )

export const approvalWithdrawn = (toolName: string): Refused =>
  refused("Cancelled", `The question whether tool "${toolName}" may be called was withdrawn before anyone answered.`)

const cut = (reason: string): string => {
  const text = reason.trim()
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Of a person's reason, in characters. */
const longest = 500
