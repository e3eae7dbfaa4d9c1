import type { BrokerAnswer, BrokeredCall, PendingApproval } from "@toolgate/core"
import type { CallOutcome, TracedCall } from "./ChainTrace.ts"
import { unknownOutcome } from "./Recorded.ts"

/** A call of a script, and the function that makes it. */
export interface MakeCall extends BrokeredCall {
  /** The call in the trace. Absent for a broker request. */
  readonly traced: TracedCall | undefined
  readonly make: (approval?: string) => Promise<Made>
}

/** The state of a call: an answer for the script, or an approval that it waits for. */
export interface Made {
  readonly answer: BrokerAnswer
  /** Absent for a broker request. */
  readonly outcome?: CallOutcome
  readonly pending?: PendingApproval | undefined
}

/** Never resolves, for a call that gets no answer. */
export const never: Promise<never> = new Promise(() => {})

/** Returns the state of a call that was made earlier but has no recorded end. */
export const recallUnknownCall = (tool: string, traced: TracedCall): Made => {
  const answer = {
    error: `This call of tool "${tool}" may have taken effect: the gate ended before it knew. Check before you repeat it.`,
    members: { status: "error", errorClass: "execution_error", executed: "unknown" }
  }
  const outcome = { tool, ...unknownOutcome }
  traced.note(outcome)
  return { answer, outcome }
}
