import { type DecidedBy, type DispatchContext, type Refused, refused, type ToolExecution } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import type { ToolDenied } from "@toolgate/wire"
import { CallRedaction } from "../redaction/CallRedaction.ts"
import { formatTime, redactOptional } from "./formatApproval.ts"
import { boundRecord, formatMembers, formatRecord } from "./formatRecord.ts"
import { recordError } from "./recordError.ts"
import { describeCall, formatOrigin, recordArgs } from "./recordedCall.ts"

/** Returns the record of a call that was refused before it could run. */
export const recordDeniedCall = (
  answer: ToolExecution,
  context: DispatchContext,
  key: SecretKey,
  by: DecidedBy = {}
): string => {
  const redaction = new CallRedaction(key)
  const { error = noReason, toolName, callId } = answer
  const { rule, source } = error.details
  const about = describeCall(redaction, toolName, callId, context, by).text
  return boundRecord((share) => {
    const origin = formatOrigin(redaction, context)
    const shown = recordArgs(redaction, answer.arguments, share)
    const why = formatMembers({
      ...decisionMembers(redaction, error),
      error: {
        ...recordError(redaction, error),
        rule: typeof rule === "string" ? redaction.line(rule) : undefined,
        source: typeof source === "string" ? redaction.line(source) : undefined
      }
    })
    return formatRecord("tool.call.denied", about, origin + shown + why)
  })
}

/** Returns the members about the approval that was denied or is still awaited. */
const decisionMembers = (redaction: CallRedaction, { denied, pending, details }: Refused): Partial<ToolDenied> => {
  const id = denied?.id ?? pending?.approvalId ?? details.approvalId
  if (typeof id !== "string") return {}
  return {
    approval_id: redaction.line(id),
    denied_by: redactOptional(redaction, denied?.by),
    denied_from: redactOptional(redaction, denied?.from),
    denied_at: formatTime(denied?.at),
    shown_digest: redactOptional(redaction, denied?.shown)
  }
}

const noReason = refused("InternalError", "The call was answered without a reason.")
