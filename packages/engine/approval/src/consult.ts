import type { OnAsk } from "./OnAsk.ts"
import type { OpenQuestion } from "./OpenQuestion.ts"
import { type GivenDecision, readDecision, unfitFor } from "./readDecision.ts"

/** A function of the app that failed to decide. `cause` is what it threw, or `undefined` if it returned something that is no decision. */
export class BrokenHandler {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** Asks a function of the app about an open question. Never rejects. */
export const consult = async (
  onAsk: OnAsk,
  { request, over }: OpenQuestion
): Promise<GivenDecision | BrokenHandler> => {
  try {
    const decision = readDecision(await onAsk(request, over.signal))
    return typeof decision === "string" || unfitFor(request, decision) !== undefined
      ? new BrokenHandler(undefined)
      : decision
  } catch (cause) {
    return new BrokenHandler(cause ?? new TypeError("Rejected without a reason."))
  }
}
