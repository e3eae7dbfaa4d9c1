import type { OnAsk } from "@toolgate/approval"
import type { ApprovalDecision } from "toolgate"

/** The keys of the calls that a person approved and that are not answered yet. */
export type Approved = Set<string>

/** Returns a key that identifies an unanswered call of a gate. */
export const callKey = (session: string, callId: string): string => JSON.stringify([session, callId])

/**
 * Returns a function that asks one question after the other, and notes the approved calls. After `stop`, no further
 * questions are asked.
 */
export const inTurn =
  (
    ask: OnAsk,
    turn: <A>(question: () => Promise<A>, signal: AbortSignal) => Promise<A>,
    stop: AbortSignal,
    approved: Approved
  ): OnAsk =>
  (request, signal) => {
    const over = AbortSignal.any([signal, stop])
    return turn(async () => {
      // The call may have ended while another question was open.
      if (over.aborted) return unasked
      const answer = await ask(request, over)
      if (stop.aborted) return unasked
      if (answer.decision === "approve") approved.add(callKey(request.session, request.callId))
      return answer
    }, over)
  }

const unasked: ApprovalDecision = { decision: "deny", reason: "Nobody is asked any more: the command is ending." }
