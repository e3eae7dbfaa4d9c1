import { type DecidedBy, type DispatchContext, refused, type ToolExecution } from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import { CallRedaction } from "../redaction/CallRedaction.ts"
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
      error: {
        ...recordedError(redaction, error),
        rule: typeof rule === "string" ? redaction.line(rule) : undefined,
        source: typeof source === "string" ? redaction.line(source) : undefined
      }
    })
    return recordText("tool.call.denied", about, origin + shown + why)
  })
}

const noReason = refused("InternalError", "The call was answered without a reason.")
