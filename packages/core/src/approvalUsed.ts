import type { ApprovalState } from "./ApprovalState.ts"
import type { JsonObject } from "./json/Json.ts"
import { type Refused, refused } from "./Refused.ts"

/**
 * Returns the refusal of a call whose approval was already used by another call. The text is the same at every stage:
 * before the call starts, when it takes its claim, or while the other call is still running. `outcome` is what is known
 * about the other call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { approvalUsed } from "@toolgate/core"
 *
 * const { message } = approvalUsed("write_file", "a1", "claimed")
 * assert.equal(message, 'The call of tool "write_file" with this approval is already running.')
 * ```
 */
export const approvalUsed = (
  toolName: string,
  approvalId: string,
  state: ApprovalState,
  outcome: JsonObject = {}
): Refused => {
  const executed = outcome.executed ?? (state === "done" ? "yes" : "unknown")
  const became =
    state === "claimed"
      ? "is already running"
      : executed === "unknown"
        ? "has started, and its outcome is unknown"
        : "has already run"
  return refused("PolicyDenied", `The call of tool "${toolName}" with this approval ${became}.`, {
    approvalId,
    outcome: { ...outcome, state, executed }
  })
}
