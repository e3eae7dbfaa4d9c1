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

/** The longest time for which a call is deferred: 400 days, in milliseconds. */
const longestDeferral = 400 * 24 * 60 * 60_000

/** The time in which a deferred call can be approved and resumed, unless the call says otherwise. */
const usualDeferral = 24 * 60 * 60_000

/** The options of `DeferredQuestions`. */
interface DeferredQuestionsOptions extends EndListeners {
  readonly records: ApprovalRecords
  /** Whether an answer may be kept for the session. */
  readonly sessionAnswers: boolean
  /** A function that is called with each question once it is stored. */
  readonly requested: (request: ApprovalRequest) => void
}

/** The questions that no call waits with: each is stored, and its call is refused until somebody resumes it. */
export class DeferredQuestions {
  private readonly options: DeferredQuestionsOptions

  constructor(options: DeferredQuestionsOptions) {
    this.options = options
  }

  /** Stores a question, and refuses its call with the id of the approval. */
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
        `The call was not deferred: an approval expires after more than 0 and at most ${longestDeferral} milliseconds.`
      )
    const askedAt = records.clock.now()
    const request = makeApprovalRequest(
      question,
      { askedAt, expiresAt: askedAt + expiresMs, sessionAnswers },
      answerKey.used
    )
    const { row } = records.sealed(question, answerKey, request, false)
    yield* records.add(question, row).pipe(
      // Nobody knows the question of a call that has ended meanwhile.
      Effect.onInterrupt(() =>
        Effect.catch(records.store.change(request.id, { to: "withdrawn" }), (error) =>
          Effect.sync(() => lost(request, error))
        )
      )
    )
    requested(request)
    return yield* Effect.fail(refusals.approvalPending(tool.name, request.id, request.expiresAt))
  })

  /** Withdraws those of these questions that nobody has decided. */
  readonly withdraw = Effect.fnUntraced(function* (
    this: DeferredQuestions,
    ids: ReadonlyArray<string>
  ): Effect.fn.Return<void, StoreUnavailable> {
    const { records, resolved } = this.options
    for (const row of yield* records.store.list({ ids, states: ["open"] })) {
      // Somebody may decide it meanwhile.
      const { changed } = yield* records.store.change(row.id, { to: "withdrawn", from: "open" })
      if (changed) resolved(records.shownOf(row), "withdrawn")
    }
  })
}
