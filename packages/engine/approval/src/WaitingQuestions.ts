import type {
  Approval,
  ApprovalQuestion,
  ApprovalRequest,
  Decider,
  Gated,
  NewApproval,
  Refused,
  StoredApproval,
  StoreUnavailable
} from "@toolgate/core"
import { endedStates } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { ApprovalRecords } from "./ApprovalRecords.ts"
import type { MadeDecision, RequestFacts } from "./ApprovalSeal.ts"
import * as refusals from "./approvalRefusals.ts"
import { makeApprovalRequest } from "./makeApprovalRequest.ts"
import type { Suggested } from "./makeSuggester.ts"
import type { OnAsk } from "./OnAsk.ts"
import { isDue, type OpenQuestion, type OpenQuestions, type StoredQuestion } from "./OpenQuestion.ts"
import { type EndListeners, QuestionEnds } from "./QuestionEnds.ts"
import { findMisfit, type ParsedDecision, readDecision } from "./readDecision.ts"
import type { AnswerKey, SessionAnswers } from "./SessionAnswers.ts"

/** Listeners for questions. They must not throw. */
interface Listeners extends EndListeners {
  readonly requested: (request: ApprovalRequest) => void
  /** Called when `onAsk` fails with `cause`, or with `undefined` when it returns an invalid decision. */
  readonly broke: (request: ApprovalRequest, cause: unknown) => void
  readonly suggested: Suggested
}

interface WaitingQuestionsOptions {
  readonly records: ApprovalRecords
  readonly answers: SessionAnswers
  readonly onAsk: OnAsk | undefined
  readonly timeoutMs: number
  /** Whether answers may apply to the session. */
  readonly sessionAnswers: boolean
  readonly tell: Listeners
  /** Runs an effect outside a fiber, synchronously until it waits. */
  readonly run: (effect: Effect.Effect<void>) => void
}

/** Waits for the answers to questions of calls in this process. */
export class WaitingQuestions {
  private readonly options: WaitingQuestionsOptions
  private readonly records: ApprovalRecords
  private readonly tell: Listeners
  private readonly ends: QuestionEnds
  private readonly questions: OpenQuestions
  private closed = false

  constructor(options: WaitingQuestionsOptions) {
    this.options = options
    this.records = options.records
    this.tell = options.tell
    this.ends = new QuestionEnds(options)
    this.questions = this.ends.open
  }

  get isClosed(): boolean {
    return this.closed
  }

  of(row: NewApproval): OpenQuestion | undefined {
    return this.questions.of(row)
  }

  wait(question: ApprovalQuestion, answerKey: AnswerKey): Gated<Approval> {
    const { context } = question.request
    const askedAt = this.records.clock.now()
    const { deadline = Number.POSITIVE_INFINITY } = context
    const { timeoutMs, sessionAnswers } = this.options
    const expiresAt = Math.min(askedAt + timeoutMs, deadline)
    const made = makeApprovalRequest(question, { askedAt, expiresAt, sessionAnswers }, answerKey.used)
    const { row, facts } = this.records.sealed(question, answerKey, made, true)
    const request = facts.shown
    const added = Effect.onInterrupt(this.records.add(question, row), () => this.ends.withdrawStored(request))
    return Effect.flatMap(added, () =>
      Effect.callback<Approval, Refused>((resume) => {
        const asked = this.ask({ request, row, facts, answerKey, resume })
        return this.ends.withdraw(asked)
      })
    )
  }

  /** Answers the call of a decided question, and all other calls that the decision covers. */
  conclude(facts: RequestFacts, made: MadeDecision): Effect.Effect<void, StoreUnavailable> {
    return this.ends.conclude(facts, made)
  }

  /** Ends the questions that were decided elsewhere. */
  readonly hear = Effect.fnUntraced(function* (this: WaitingQuestions) {
    const { ids } = this.questions
    if (ids.length === 0) return
    const rows = yield* this.records.store.list({ ids, states: endedStates })
    for (const row of rows) yield* this.end(row)
  })

  /** Ends the question of a row that has ended, if its call waits here. Returns whether it does. */
  readonly end = Effect.fnUntraced(function* (
    this: WaitingQuestions,
    row: StoredApproval
  ): Effect.fn.Return<boolean, StoreUnavailable> {
    const asked = this.questions.get(row.id)
    if (asked !== undefined) yield* this.ends.hearOf(asked, row)
    return asked !== undefined
  })

  expireDue(id: string): Effect.Effect<void> {
    const asked = this.questions.get(id)
    return asked !== undefined && isDue(asked) ? this.ends.expire(asked) : Effect.void
  }

  /** Withdraws all questions, including later ones. */
  close(): Effect.Effect<void> {
    this.closed = true
    return Effect.forEach([...this.questions.all()], (asked) => this.ends.withdraw(asked), {
      concurrency: "unbounded",
      discard: true
    })
  }

  private ask(parts: StoredQuestion): OpenQuestion {
    const { timeoutMs, onAsk, run } = this.options
    const asked = this.questions.open(parts, timeoutMs, (due) => run(this.ends.expire(due)))
    this.tell.requested(asked.request)
    if (this.closed) run(this.ends.withdraw(asked))
    // A listener may already have decided the question.
    if (onAsk !== undefined && this.questions.has(asked))
      consult(onAsk, asked).then((given) => run(this.consulted(asked, given)))
    return asked
  }

  private consulted(asked: OpenQuestion, given: ParsedDecision | BrokenHandler): Effect.Effect<void> {
    if (given instanceof BrokenHandler && given.cause !== undefined) return this.breakOff(asked, given)
    if (isDue(asked)) return this.ends.expire(asked)
    if (given instanceof BrokenHandler) return this.breakOff(asked, given)
    return this.ends.orLost(asked, this.decideHere(asked, given))
  }

  private breakOff(asked: OpenQuestion, { cause }: BrokenHandler): Effect.Effect<void> {
    // A function that gives up after the question has ended has not failed.
    if (!this.questions.has(asked)) return Effect.void
    this.tell.broke(asked.request, cause)
    return this.ends.orLost(asked, this.deniedFor(asked, refusals.handlerBroke(asked.request.toolName)))
  }

  private readonly deniedFor = Effect.fnUntraced(function* (
    this: WaitingQuestions,
    asked: OpenQuestion,
    refusal: Refused
  ) {
    const { made, after } = yield* this.records.take(asked.row, brokeOff, handler)
    if (made === undefined && after !== undefined) yield* this.ends.hearOf(asked, after)
    this.ends.refuse(asked, "deny", refusal)
  })

  private readonly decideHere = Effect.fnUntraced(function* (
    this: WaitingQuestions,
    asked: OpenQuestion,
    decision: ParsedDecision
  ) {
    if (!this.questions.has(asked)) return
    const { made, after } = yield* this.records.take(asked.row, decision, handler)
    if (made !== undefined) yield* this.ends.conclude(asked.facts, made)
    else if (after !== undefined) yield* this.ends.hearOf(asked, after)
    if (made?.scope === "always") yield* this.tell.suggested(asked.facts, made)
  })
}

const handler: Decider = { from: "onAsk" }

const brokeOff: ParsedDecision = {
  decision: "deny",
  scope: "once",
  reason: "The function that asks people failed.",
  args: undefined
}

/** `onAsk` failed. `cause` is its error, or `undefined` if it returned an invalid decision. */
class BrokenHandler {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** Calls `onAsk` for an open question. Never rejects. */
const consult = async (onAsk: OnAsk, { request, over }: OpenQuestion): Promise<ParsedDecision | BrokenHandler> => {
  try {
    const decision = readDecision(await onAsk(request, over.signal))
    return typeof decision === "string" || findMisfit(request, decision) !== undefined
      ? new BrokenHandler(undefined)
      : decision
  } catch (cause) {
    return new BrokenHandler(cause ?? new TypeError("Rejected without a reason."))
  }
}
