import type { Approval, ApprovalQuestion, Gated } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { provenance } from "./ApprovalRecords.ts"
import * as refusals from "./approvalRefusals.ts"
import { newId } from "./approvalRequest.ts"
import type { DeferredQuestions } from "./DeferredQuestions.ts"
import type { KeptAnswers } from "./KeptAnswers.ts"
import type { WaitingQuestions } from "./WaitingQuestions.ts"

/** The questions that calls of this process ask. */
export class Questions {
  private readonly kept: KeptAnswers
  private readonly waiting: WaitingQuestions
  private readonly deferred: DeferredQuestions

  constructor(kept: KeptAnswers, waiting: WaitingQuestions, deferred: DeferredQuestions) {
    this.kept = kept
    this.waiting = waiting
    this.deferred = deferred
  }

  /** Answers a question with a kept answer, asks somebody and waits, or stores the question for later. */
  obtain(question: ApprovalQuestion): Gated<Approval> {
    return Effect.suspend((): Gated<Approval> => {
      const { tool, context } = question.request
      if (this.waiting.isClosed) return Effect.fail(refusals.approvalWithdrawn(tool.name))
      const place = this.kept.keyOf(question)
      const kept = this.kept.get(place)
      if (kept !== undefined) {
        const { made, shown } = kept
        const decided = { id: newId(), ...provenance(made), shown }
        if (made.decision === "deny") return Effect.fail(refusals.userDenied(tool.name, made, decided))
        return Effect.succeed({ ...decided, waitedMs: 0 })
      }
      // A child call could not be resumed without its parent.
      const { defer, caller } = context
      return defer === undefined || caller.kind === "chain"
        ? this.waiting.wait(question, place)
        : this.deferred.store(question, place, defer)
    })
  }
}
