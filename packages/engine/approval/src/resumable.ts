import {
  approvalUsed,
  type JsonObject,
  type NewApproval,
  type Refused,
  type ResolvedPath,
  type ResumableCall,
  type StoredApproval
} from "@toolgate/core"
import { provenance } from "./ApprovalRecords.ts"
import { type MadeDecision, type RequestFacts, Unreadable } from "./ApprovalSeal.ts"
import {
  approvalLapsed,
  approvalPending,
  approvalTakenBack,
  approvalWithdrawn,
  goesOn,
  needsNew,
  unreadable,
  userDenied
} from "./approvalRefusals.ts"

/**
 * Returns the refusal of a call with an approval that it cannot use, or `undefined` if the approval was given and can be used once.
 * `made` is the decision, if there is one, and `outcome` what became of the call that used it.
 */
export const refusalOf = (
  row: StoredApproval,
  made: MadeDecision | Unreadable | undefined,
  outcome: JsonObject | undefined
): Refused | undefined => {
  const { id, tool, state, waits, expiresAt } = row
  switch (state) {
    case "open":
      return waits ? goesOn(tool, id) : approvalPending(tool, id, expiresAt)
    case "denied":
      return made === undefined || made instanceof Unreadable
        ? forgedDenial(tool, id)
        : userDenied(tool, made, { id, ...provenance(made) })
    case "expired":
      return approvalLapsed(tool, id)
    case "withdrawn":
      // A call that was approved for its session may have run before that was taken back.
      if (outcome !== undefined) return approvalUsed(tool, id, state, outcome)
      return row.decision === undefined ? approvalWithdrawn(tool) : approvalTakenBack(tool, id)
    case "approved":
      if (made === undefined || made instanceof Unreadable) return unreadable(tool, id, made ?? noDecision)
      return undefined
    default:
      return approvalUsed(tool, id, state, outcome)
  }
}

const forgedDenial = (tool: string, id: string): Refused =>
  needsNew(tool, id, "It was denied, and the stored decision cannot be read.")

const noDecision = new Unreadable("The store says that it was approved, and has no decision.")

/** Returns the call of a stored request, and the refusal of the call. */
export const resumable = (facts: RequestFacts, refusal: Refused | undefined): ResumableCall => {
  const { shown, idempotencyKey, policy } = facts
  const { defer, ...context } = facts.context
  const key = idempotencyKey === undefined ? {} : { idempotencyKey }
  return {
    call: { id: shown.callId, tool: shown.toolName, args: shown.args, ...key },
    // A sealed context was made of one that an edge had made.
    context: { ...context, deadline: undefined },
    refusal,
    ...(defer === undefined ? {} : { defer }),
    ...(policy === undefined ? {} : { policy })
  }
}

/** Returns what is known of the call of a request that cannot be read. It can be answered, and never runs. */
export const unreadableCall = ({ id, tool, agent, session }: NewApproval, why: Unreadable): ResumableCall => ({
  call: { id, tool, args: {} },
  context: {
    session,
    turn: "",
    principal: { agent, ceiling: { tools: [] } },
    workspace: "/" as ResolvedPath,
    caller: { kind: "direct" },
    deadline: undefined
  },
  refusal: unreadable(tool, id, why)
})
