import {
  type ApprovalQuestion,
  type ApprovalRequest,
  type Deferral,
  type Refused,
  refuse,
  type StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { ApprovalRecords } from "./ApprovalRecords.ts"
import * as refusals from "./approvalRefusals.ts"
import { makeApprovalRequest } from "./makeApprovalRequest.ts"
import type { EndListeners } from "./QuestionEnds.ts"
import type { AnswerKey } from "./SessionAnswers.ts"

/** The maximum deferral: 400 days, in milliseconds. */
const longestDeferral = 400 * 24 * 60 * 60_000

const usualDeferral = 24 * 60 * 60_000

interface DeferredQuestionsOptions extends EndListeners {
  readonly records: ApprovalRecords
  /** Whether answers may apply to the session. */
  readonly sessionAnswers: boolean
  readonly requested: (request: ApprovalRequest) => void
}

/** Questions of deferred calls. Each is stored, and its call is refused until it is resumed. */
export class DeferredQuestions {
  private readonly options: DeferredQuestionsOptions

  constructor(options: DeferredQuestionsOptions) {
    this.options = options
  }

  /** Stores a question and refuses its call with the approval's id. */
  readonly store = Effect.fnUntraced(function* (
    this: DeferredQuestions,
    question: ApprovalQuestion,
    answerKey: AnswerKey,
    { expiresMs = usualDeferral }: Deferral
  ): Effect.fn.Return<never, Refused> {
    const { records, requested, lost, sessionAnswers } = this.options
    const { tool } = question.request
    if (!(expiresMs > 0 && expiresMs <= longestDeferral))
      return yield* refuse(
        "InvalidArgs",
        `The call was not deferred: the option "expiresMs" must be more than 0 and at most ${longestDeferral}.`
      )
    const askedAt = records.clock.now()
    const made = makeApprovalRequest(
      question,
      { askedAt, expiresAt: askedAt + expiresMs, sessionAnswers },
      answerKey.used
    )
    const { row, facts } = records.sealed(question, answerKey, made, false)
    const request = facts.shown
    yield* records.add(question, row).pipe(
      // The call was interrupted, so its question is not known to any caller.
      Effect.onInterrupt(() =>
        Effect.catch(records.store.change(request.id, { to: "withdrawn" }), (error) =>
          Effect.sync(() => lost(request, error))
        )
      )
    )
    requested(request)
    return yield* Effect.fail(refusals.approvalPending(tool.name, request.id, request.expiresAt))
  })

  /** Withdraws the undecided ones among these questions. */
  readonly withdraw = Effect.fnUntraced(function* (
    this: DeferredQuestions,
    ids: ReadonlyArray<string>
  ): Effect.fn.Return<void, StoreUnavailable> {
    const { records, resolved } = this.options
    for (const row of yield* records.store.list({ ids, states: ["open"] })) {
      // A decision may come in between.
      const { changed } = yield* records.store.change(row.id, { to: "withdrawn", from: "open" })
      if (changed) resolved(records.shownOf(row), "withdrawn")
    }
  })
}
