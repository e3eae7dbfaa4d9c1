import type { OnAsk } from "@toolgate/approval"
import type { ApprovalDecision } from "toolgate"

/** Returns a function that asks one question after the other. After `stop`, questions are denied. */
export const askInTurn =
  (ask: OnAsk, turn: <A>(question: () => Promise<A>, signal: AbortSignal) => Promise<A>, stop: AbortSignal): OnAsk =>
  (request, signal) => {
    const over = AbortSignal.any([signal, stop])
    return turn(async () => {
      // The call may have ended while another question was open.
      if (over.aborted) return unasked
      const answer = await ask(request, over)
      return stop.aborted ? unasked : answer
    }, over)
  }

const unasked: ApprovalDecision = { decision: "deny", reason: "The command is shutting down." }
