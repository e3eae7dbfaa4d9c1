import type { OnAsk } from "@toolgate/approval"
import type { ApprovalDecision } from "toolgate"

/** Calls that a person has allowed, until they are answered. */
export type Approved = Set<string>

/** What tells a call from all others of a gate, while it is not answered. */
export const callKey = (session: string, callId: string): string => JSON.stringify([session, callId])

/** Asks one question after another, none any more when everything is to end, and keeps in mind what was allowed. */
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
      // Its call may have ended while another question was open.
      if (over.aborted) return unasked
      const answer = await ask(request, over)
      if (stop.aborted) return unasked
      if (answer.decision === "approve") approved.add(callKey(request.session, request.callId))
      return answer
    }, over)
  }

const unasked: ApprovalDecision = { decision: "deny", reason: "Nobody is asked any more: the command is ending." }
