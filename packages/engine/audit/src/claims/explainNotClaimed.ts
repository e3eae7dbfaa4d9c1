import {
  approvalUsed,
  type CallClaim,
  type NotClaimed,
  type Permit,
  type Refused,
  type Replayed,
  refused
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { openAnswer } from "./sealKeyedAnswer.ts"

/** Returns the answer to a call that could not take its claim, or `undefined` if the call has to wait. */
export const explainNotClaimed = (
  { request, approval }: Permit,
  claim: CallClaim,
  key: SecretKey,
  why: NotClaimed
): Refused | Replayed | undefined => {
  const tool = `tool "${request.tool.name}"`
  if ("approval" in why) {
    const details = { approvalId: approval?.id ?? null, state: why.approval ?? null }
    switch (why.approval) {
      case "claimed":
      case "done":
      case "unknown":
        return approvalUsed(request.tool.name, approval?.id ?? "", why.approval)
      case "expired":
        return refused("ApprovalExpired", `The approval of this call of ${tool} has expired; nothing was run.`, details)
      default:
        return refused(
          "PolicyDenied",
          `The approval of this call of ${tool} is not valid: its record in the store differs from what was approved; nothing was run.`,
          details
        )
    }
  }
  switch (why.key) {
    case "held":
      return undefined
    case "differs":
      return refused(
        "DuplicateCall",
        `The idempotency key of this call of ${tool} was used for another call; nothing was run. Use another key for another call.`,
        { key: "reused" }
      )
    case "unknown":
      return refused(
        "DuplicateCall",
        `An earlier call of ${tool} with this idempotency key has begun and may have taken effect; nothing was run. Check whether it did before you call with another key.`,
        { executed: "unknown" }
      )
    case "done": {
      const replayed =
        why.outcome === undefined || claim.key === undefined
          ? undefined
          : openAnswer(key, claim.key, request, why.outcome)
      return (
        replayed ??
        refused(
          "DuplicateCall",
          `An earlier call of ${tool} with this idempotency key has already run; nothing was run now. Its answer cannot be repeated: it was not stored, or is about another workspace or other files.`,
          { executed: "yes" }
        )
      )
    }
  }
}
