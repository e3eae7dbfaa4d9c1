import { type DecidedBy, type DispatchContext, type Refused, refused, type ToolExecution } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import type { ToolDenied } from "@toolgate/wire"
import { CallRedaction } from "../redaction/CallRedaction.ts"
import { lineOf, timeOf } from "./approvalMembers.ts"
import { aboutCall, originMembers, recordedArgs } from "./recordedCall.ts"
import { recordedError } from "./recordedError.ts"
import { boundedText, membersOf, recordText } from "./recordText.ts"

/** Returns the record of a call that was refused before it could run. */
export const deniedCall = (
  answer: ToolExecution,
  context: DispatchContext,
  key: SecretKey,
  by: DecidedBy = {}
): string => {
  const redaction = new CallRedaction(key)
  const { error = noReason, toolName, callId } = answer
  const { rule, source } = error.details
  const about = aboutCall(redaction, toolName, callId, context, by).text
  return boundedText((share) => {
    const origin = originMembers(redaction, context)
    const shown = recordedArgs(redaction, answer.arguments, share)
    const why = membersOf({
      ...decisionMembers(redaction, error),
      error: {
        ...recordedError(redaction, error),
        rule: typeof rule === "string" ? redaction.line(rule) : undefined,
        source: typeof source === "string" ? redaction.line(source) : undefined
      }
    })
    return recordText("tool.call.denied", about, origin + shown + why)
  })
}

/** Returns the members about the approval that was denied or is still awaited. */
const decisionMembers = (redaction: CallRedaction, { denied, pending, details }: Refused): Partial<ToolDenied> => {
  const id = denied?.id ?? pending?.approvalId ?? details.approvalId
  if (typeof id !== "string") return {}
  return {
    approval_id: redaction.line(id),
    denied_by: lineOf(redaction, denied?.by),
    denied_from: lineOf(redaction, denied?.from),
    denied_at: timeOf(denied?.at),
    shown_digest: lineOf(redaction, denied?.shown)
  }
}

const noReason = refused("InternalError", "The call was answered without a reason.")
