import { type Refused, refused } from "@toolgate/core"
import type { GivenDecision } from "./readDecision.ts"
import { quotedText } from "./shownText.ts"

/** Returns the refusal of a call that a person denied. Their reason is quoted, so that it cannot pass for the gate's own words. */
export const userDenied = (toolName: string, { scope, reason }: GivenDecision): Refused => {
  const span = scope === "session" ? " for the whole session" : ""
  const words = reason === undefined ? "" : `, and gave the reason ${quotedText(cut(reason))}`
  return refused("UserDenied", `A person denied this call of tool "${toolName}"${span}${words}.`)
}

export const approvalExpired = (toolName: string, timeoutMs: number): Refused =>
  refused(
    "ApprovalExpired",
    `Tool "${toolName}" needs a person's approval, and nobody answered in time (at most ${timeoutMs / 1000} seconds).`
  )

export const handlerBroke = (toolName: string): Refused =>
  refused(
    "PolicyDenied",
    `Tool "${toolName}" needs a person's approval, and the function that asks them failed, so the call is denied.`
  )

export const approvalWithdrawn = (toolName: string): Refused =>
  refused("Cancelled", `The question whether tool "${toolName}" may be called was withdrawn before anyone answered.`)

const cut = (reason: string): string => {
  const text = reason.trim()
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** The length, in characters, to which a person's reason is cut. */
const longest = 500
