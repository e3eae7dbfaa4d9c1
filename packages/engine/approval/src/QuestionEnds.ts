import type {
  Approval,
  ApprovalRequest,
  Gated,
  QuestionEnd,
  Refused,
  StoredApproval,
  StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { type ApprovalRecords, isSameRow, pickProvenance } from "./ApprovalRecords.ts"
import { type MadeDecision, type RequestFacts, Unreadable } from "./ApprovalSeal.ts"
import * as refusals from "./approvalRefusals.ts"
import { attachFiles, pickRunFiles } from "./approvedFiles.ts"
import { type OpenQuestion, OpenQuestions } from "./OpenQuestion.ts"
import { pickEscalationAnswer } from "./pickEscalationAnswer.ts"
import type { SessionAnswers } from "./SessionAnswers.ts"

/** The functions that are called when a question ends. None of them may throw. */
export interface EndListeners {
  readonly resolved: (request: ApprovalRequest, end: QuestionEnd) => void
  /** Called when the store could not be told how a question ended. The question ends all the same. */
  readonly lost: (request: ApprovalRequest, cause: StoreUnavailable) => void
}

/** The options of `QuestionEnds`. */
interface QuestionEndsOptions {
  readonly records: ApprovalRecords
  readonly answers: SessionAnswers
  readonly timeoutMs: number
  readonly tell: EndListeners
}

/**
 * The ways in which the questions that calls of this process wait with end, and how their calls are answered then: decided here
 * or elsewhere, expired, withdrawn, or lost with the store.
 */
export class QuestionEnds {
  /** The questions that have not ended. */
  readonly open: OpenQuestions
  private readonly records: ApprovalRecords
  private readonly answers: SessionAnswers
  private readonly timeoutMs: number
  private readonly tell: EndListeners

  constructor({ records, answers, timeoutMs, tell }: QuestionEndsOptions) {
    this.open = new OpenQuestions(tell.resolved)
    this.records = records
    this.answers = answers
    this.timeoutMs = timeoutMs
    this.tell = tell
  }

  /** Answers the call that waits with a decided question, and every other one that the decision answers as well. */
  readonly conclude = Effect.fnUntraced(function* (this: QuestionEnds, facts: RequestFacts, made: MadeDecision) {
    const asked = this.open.get(facts.shown.id)
    const isKept = this.answers.keep(facts, made)
    if (asked === undefined) this.tell.resolved(facts.shown, made.decision)
    else this.endWith(asked, made)
    if (!isKept) return
    for (const other of this.open.all()) {
      if (other.answerKey.key !== facts.key) continue
      const { made: too } = yield* this.records.take(other.row, made, made)
      // As with a kept answer, the calls before may have changed the files of this one.
      if (too !== undefined) this.endWith(other, too, pickRunFiles(other.answerKey.used.files))
    }
  })

  /** Answers the call that waits with a question that was decided or ended elsewhere. */
  readonly hearOf = Effect.fnUntraced(function* (this: QuestionEnds, asked: OpenQuestion, row: StoredApproval) {
    const { id, toolName } = asked.request
    if (row.state === "open") return
    if (row.state === "expired") return this.endExpired(asked)
    if (row.state === "withdrawn") {
      const refusal =
        row.decision === undefined ? refusals.approvalWithdrawn(toolName) : refusals.approvalTakenBack(toolName, id)
      this.refuse(asked, "withdrawn", refusal)
      return
    }
    const made = isSameRow(asked.row, row) ? this.records.seal.decisionOf(row) : exchanged
    if (made instanceof Unreadable) this.refuse(asked, "deny", refusals.unreadable(toolName, id, made))
    else yield* this.conclude(asked.facts, made)
  })

  private endWith(asked: OpenQuestion, made: MadeDecision, files = asked.answerKey.used.files): void {
    const { request, row, askedAt } = asked
    const { decision, args, mac } = made
    const decided = { id: request.id, ...pickProvenance(made), shown: this.records.seal.shown(request) }
    const answered = pickEscalationAnswer(request, made)
    const answer: Gated<Approval> =
      decision === "deny" && answered.answer === undefined
        ? Effect.fail(refusals.userDenied(request.toolName, made, decided))
        : Effect.succeed({
            ...decided,
            ...answered,
            ...attachFiles(files),
            waitedMs: performance.now() - askedAt,
            // Only an approval can be claimed, and only one permits something.
            ...(decision === "deny" ? {} : { claim: { digest: row.digest, mac } }),
            ...(args === undefined ? {} : { args })
          })
    this.open.end(asked, decision, answer)
  }

  /** Ends a question whose time is up, unless somebody else decided it just in time. */
  expire(asked: OpenQuestion): Effect.Effect<void> {
    const { id } = asked.request
    const { store } = this.records
    return Effect.gen({ self: this }, function* () {
      if (!this.open.has(asked)) return
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
    this.refuse(asked, "expired", refusals.approvalExpired(asked.request.toolName, this.timeoutMs))
  }

  /** Ends a question because nobody waits for its answer any more. */
  withdraw(asked: OpenQuestion): Effect.Effect<void> {
    return Effect.suspend(() => {
      const { request } = asked
      const refusal = refusals.approvalWithdrawn(request.toolName)
      return this.refuse(asked, "withdrawn", refusal) ? this.withdrawStored(request) : Effect.void
    })
  }

  /** Withdraws the stored request of a question. */
  withdrawStored(request: ApprovalRequest): Effect.Effect<void> {
    return this.records.store.change(request.id, { to: "withdrawn" }).pipe(
      Effect.asVoid,
      Effect.catch((error) => Effect.sync(() => this.tell.lost(request, error)))
    )
  }

  /** Ends a question as withdrawn if its decision cannot be stored: what is not stored cannot be claimed. */
  orLost(asked: OpenQuestion, deciding: Effect.Effect<unknown, StoreUnavailable>): Effect.Effect<void> {
    return deciding.pipe(
      Effect.asVoid,
      Effect.catch((error) => {
        this.tell.lost(asked.request, error)
        this.refuse(asked, "withdrawn", refusals.storeUnavailable(asked.request.toolName, error))
        return Effect.void
      })
    )
  }

  /** Ends a question by refusing its call. */
  refuse(asked: OpenQuestion, end: QuestionEnd, refusal: Refused): boolean {
    return this.open.end(asked, end, Effect.fail(refusal))
  }
}

const exchanged = new Unreadable("The stored request was exchanged for another one.")
