import type {
  Approval,
  ApprovalQuestion,
  ApprovalRequest,
  ApprovalState,
  Decider,
  Gated,
  NewApproval,
  QuestionEnd,
  Refused,
  StoredApproval,
  StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { type ApprovalRecords, isSameRow, provenance } from "./ApprovalRecords.ts"
import { type MadeDecision, type RequestFacts, Unreadable } from "./ApprovalSeal.ts"
import * as refusals from "./approvalRefusals.ts"
import { approvalRequest } from "./approvalRequest.ts"
import { BrokenHandler, consult } from "./consult.ts"
import type { OnAsk } from "./OnAsk.ts"
import { type Asked, isDue, type OpenQuestion, OpenQuestions } from "./OpenQuestion.ts"
import type { GivenDecision } from "./readDecision.ts"
import type { AnswerKey, SessionAnswers } from "./SessionAnswers.ts"
import type { Suggested } from "./suggestedBy.ts"

/** The functions that are called when something happens to a question. None of them may throw. */
interface Listeners {
  readonly requested: (request: ApprovalRequest) => void
  readonly resolved: (request: ApprovalRequest, end: QuestionEnd) => void
  /** Called when `onAsk` threw or rejected with `cause`, or, if `cause` is `undefined`, returned something that is no decision. */
  readonly broke: (request: ApprovalRequest, cause: unknown) => void
  /** Called when the store could not be told how a question ended. The question ends all the same. */
  readonly lost: (request: ApprovalRequest, cause: StoreUnavailable) => void
  readonly suggested: Suggested
}

/** The options of `WaitingQuestions`. */
interface WaitingQuestionsOptions {
  readonly records: ApprovalRecords
  readonly answers: SessionAnswers
  readonly onAsk: OnAsk | undefined
  readonly timeoutMs: number
  readonly tell: Listeners
  /** Runs an effect that begins outside of any fiber: as far as it does not wait, at once. */
  readonly run: (effect: Effect.Effect<void>) => void
}

/** The questions that calls of this process wait with, from the asking to the answer, whoever gives it. */
export class WaitingQuestions {
  private readonly options: WaitingQuestionsOptions
  private readonly records: ApprovalRecords
  private readonly tell: Listeners
  private readonly questions: OpenQuestions
  private closed = false

  constructor(options: WaitingQuestionsOptions) {
    this.options = options
    this.records = options.records
    this.tell = options.tell
    this.questions = new OpenQuestions(options.tell.resolved)
  }

  get isClosed(): boolean {
    return this.closed
  }

  /** Returns the question that a call of this process waits with, of a stored row. */
  of(row: NewApproval): OpenQuestion | undefined {
    return this.questions.of(row)
  }

  /** Asks somebody, and waits for the answer. */
  wait(question: ApprovalQuestion, answerKey: AnswerKey): Gated<Approval> {
    const { tool, context } = question.request
    const askedAt = this.records.clock.now()
    const { deadline = Number.POSITIVE_INFINITY } = context
    const request = approvalRequest(question, askedAt, Math.min(askedAt + this.options.timeoutMs, deadline))
    const { row, facts } = this.records.sealed(question, answerKey, request)
    const added = this.records.store.add(row).pipe(
      Effect.onInterrupt(() => this.withdrawStored(request)),
      Effect.mapError((error) => refusals.storeUnavailable(tool.name, error))
    )
    return Effect.flatMap(added, () =>
      Effect.callback<Approval, Refused>((resume) => {
        const asked = this.ask({ request, row, facts, answerKey, resume })
        return this.withdraw(asked)
      })
    )
  }

  /** Answers the call that waits with a decided question, and every other one that the decision answers as well. */
  readonly conclude = Effect.fnUntraced(function* (this: WaitingQuestions, facts: RequestFacts, made: MadeDecision) {
    const asked = this.questions.get(facts.shown.id)
    const isKept = this.options.answers.keep(facts, made)
    if (asked === undefined) this.tell.resolved(facts.shown, made.decision)
    else this.endWith(asked, made)
    if (!isKept) return
    for (const other of this.questions.all()) {
      if (other.answerKey.key !== facts.key) continue
      const { made: too } = yield* this.records.take(other.row, made, made)
      if (too !== undefined) this.endWith(other, too)
    }
  })

  /** Ends the questions that were decided elsewhere, and the calls that wait with them. */
  readonly hear = Effect.fnUntraced(function* (this: WaitingQuestions) {
    const { ids } = this.questions
    if (ids.length === 0) return
    const rows = yield* this.records.store.list({ ids, states: ended })
    for (const row of rows) {
      const asked = this.questions.get(row.id)
      if (asked !== undefined) yield* this.hearOf(asked, row)
    }
  })

  /** Ends a question whose time is up. */
  expireDue(id: string): Effect.Effect<void> {
    const asked = this.questions.get(id)
    return asked !== undefined && isDue(asked) ? this.expire(asked) : Effect.void
  }

  /** Withdraws all questions. Questions that come later are withdrawn at once. */
  close(): Effect.Effect<void> {
    this.closed = true
    return Effect.forEach([...this.questions.all()], (asked) => this.withdraw(asked), {
      concurrency: "unbounded",
      discard: true
    })
  }

  private ask(parts: Asked): OpenQuestion {
    const { timeoutMs, onAsk, run } = this.options
    const asked = this.questions.open(parts, timeoutMs, (due) => run(this.expire(due)))
    this.tell.requested(asked.request)
    if (this.closed) run(this.withdraw(asked))
    // A listener may have decided the question by now.
    if (onAsk !== undefined && this.isOpen(asked))
      consult(onAsk, asked).then((given) => run(this.consulted(asked, given)))
    return asked
  }

  private consulted(asked: OpenQuestion, given: GivenDecision | BrokenHandler): Effect.Effect<void> {
    if (given instanceof BrokenHandler && given.cause !== undefined) return this.breakOff(asked, given)
    if (isDue(asked)) return this.expire(asked)
    if (given instanceof BrokenHandler) return this.breakOff(asked, given)
    return this.orLost(asked, this.decideHere(asked, given))
  }

  private breakOff(asked: OpenQuestion, { cause }: BrokenHandler): Effect.Effect<void> {
    // A function that gives up because the question is over has not failed.
    if (!this.isOpen(asked)) return Effect.void
    this.tell.broke(asked.request, cause)
    return this.orLost(asked, this.deniedFor(asked, refusals.handlerBroke(asked.request.toolName)))
  }

  private readonly deniedFor = Effect.fnUntraced(function* (
    this: WaitingQuestions,
    asked: OpenQuestion,
    refusal: Refused
  ) {
    const { made, after } = yield* this.records.take(asked.row, brokeOff, handler)
    if (made === undefined && after !== undefined) yield* this.hearOf(asked, after)
    this.questions.end(asked, "deny", Effect.fail(refusal))
  })

  private readonly decideHere = Effect.fnUntraced(function* (
    this: WaitingQuestions,
    asked: OpenQuestion,
    decision: GivenDecision
  ) {
    if (!this.isOpen(asked)) return
    const { made, after } = yield* this.records.take(asked.row, decision, handler)
    if (made !== undefined) yield* this.conclude(asked.facts, made)
    else if (after !== undefined) yield* this.hearOf(asked, after)
    if (made?.scope === "always") yield* this.tell.suggested(asked.facts, made)
  })

  /** Answers the call that waits with a question that was decided or ended elsewhere. */
  private readonly hearOf = Effect.fnUntraced(function* (
    this: WaitingQuestions,
    asked: OpenQuestion,
    row: StoredApproval
  ) {
    const { id, toolName } = asked.request
    if (row.state === "open") return
    if (row.state === "expired") return this.endExpired(asked)
    if (row.state === "withdrawn") {
      const refusal =
        row.decision === undefined ? refusals.approvalWithdrawn(toolName) : refusals.approvalTakenBack(toolName, id)
      this.questions.end(asked, "withdrawn", Effect.fail(refusal))
      return
    }
    const made = isSameRow(asked.row, row) ? this.records.seal.decisionOf(row) : exchanged
    if (made instanceof Unreadable)
      this.questions.end(asked, "deny", Effect.fail(refusals.unreadable(toolName, id, made)))
    else yield* this.conclude(asked.facts, made)
  })

  private endWith(asked: OpenQuestion, made: MadeDecision): void {
    const { request, row, askedAt } = asked
    const { decision, args, mac } = made
    const decided = { id: request.id, ...provenance(made), shown: this.records.seal.shown(request) }
    const answer: Gated<Approval> =
      decision === "deny"
        ? Effect.fail(refusals.userDenied(request.toolName, made, decided))
        : Effect.succeed({
            ...decided,
            waitedMs: performance.now() - askedAt,
            claim: { digest: row.digest, mac },
            ...(args === undefined ? {} : { args })
          })
    this.questions.end(asked, decision, answer)
  }

  /** Ends a question whose time is up, unless somebody else decided it just in time. */
  private expire(asked: OpenQuestion): Effect.Effect<void> {
    const { id } = asked.request
    const { store } = this.records
    return Effect.gen({ self: this }, function* () {
      if (!this.isOpen(asked)) return
      const { changed, approval } = yield* store.change(id, { to: "expired" })
      if (!changed && approval?.decision !== undefined) return yield* this.hearOf(asked, approval)
      // The clock of the store is behind: nobody waits any more all the same.
      if (!changed) yield* store.change(id, { to: "withdrawn" })
      this.endExpired(asked)
    }).pipe(
      Effect.catch((error) => {
        this.tell.lost(asked.request, error)
        this.endExpired(asked)
        return Effect.void
      })
    )
  }

  private endExpired(asked: OpenQuestion): void {
    const refusal = refusals.approvalExpired(asked.request.toolName, this.options.timeoutMs)
    this.questions.end(asked, "expired", Effect.fail(refusal))
  }

  private withdraw(asked: OpenQuestion): Effect.Effect<void> {
    return Effect.suspend(() => {
      const { request } = asked
      const refusal = refusals.approvalWithdrawn(request.toolName)
      return this.questions.end(asked, "withdrawn", Effect.fail(refusal)) ? this.withdrawStored(request) : Effect.void
    })
  }

  private withdrawStored(request: ApprovalRequest): Effect.Effect<void> {
    return this.records.store.change(request.id, { to: "withdrawn" }).pipe(
      Effect.asVoid,
      Effect.catch((error) => Effect.sync(() => this.tell.lost(request, error)))
    )
  }

  /** Ends a question as withdrawn if its decision cannot be stored: what is not stored cannot be claimed. */
  private orLost(asked: OpenQuestion, deciding: Effect.Effect<unknown, StoreUnavailable>): Effect.Effect<void> {
    return deciding.pipe(
      Effect.asVoid,
      Effect.catch((error) => {
        this.tell.lost(asked.request, error)
        const refusal = refusals.storeUnavailable(asked.request.toolName, error)
        this.questions.end(asked, "withdrawn", Effect.fail(refusal))
        return Effect.void
      })
    )
  }

  private isOpen(asked: OpenQuestion): boolean {
    return this.questions.get(asked.request.id) !== undefined
  }
}

const handler: Decider = { from: "onAsk" }

const brokeOff: GivenDecision = {
  decision: "deny",
  scope: "once",
  reason: "The function that asks people failed.",
  args: undefined
}

const ended: ReadonlyArray<ApprovalState> = ["approved", "denied", "expired", "withdrawn", "claimed", "done", "unknown"]

const exchanged = new Unreadable("The stored request was exchanged for another one.")
