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
import { type ApprovalRecords, isSameRow } from "./ApprovalRecords.ts"
import { type MadeDecision, type RequestFacts, UnreadableApproval } from "./ApprovalSeal.ts"
import * as refusals from "./approvalRefusals.ts"
import { attachFiles, pickRunFiles } from "./approvedFiles.ts"
import { type OpenQuestion, OpenQuestions } from "./OpenQuestion.ts"
import { pickEscalationAnswer } from "./pickEscalationAnswer.ts"
import { pickProvenance } from "./pickProvenance.ts"
import type { SessionAnswers } from "./SessionAnswers.ts"

/** Listeners for the end of a question. They must not throw. */
export interface EndListeners {
  readonly resolved: (request: ApprovalRequest, end: QuestionEnd) => void
  /** Called when the end of a question could not be stored. The question has ended anyway. */
  readonly lost: (request: ApprovalRequest, cause: StoreUnavailable) => void
}

interface QuestionEndsOptions {
  readonly records: ApprovalRecords
  readonly answers: SessionAnswers
  readonly timeoutMs: number
  readonly tell: EndListeners
}

/**
 * Ends the open questions of this process and answers their calls: when decided here or elsewhere, expired, withdrawn, or
 * when the store fails.
 */
export class QuestionEnds {
  /** The open questions. */
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

  /** Answers the call of a decided question, and all other calls that the decision covers. */
  readonly conclude = Effect.fnUntraced(function* (this: QuestionEnds, facts: RequestFacts, made: MadeDecision) {
    const asked = this.open.get(facts.shown.id)
    const isKept = this.answers.keep(facts, made)
    if (asked === undefined) this.tell.resolved(facts.shown, made.decision)
    else this.endWith(asked, made)
    if (!isKept) return
    for (const other of this.open.all()) {
      if (other.answerKey.key !== facts.key) continue
      const { made: too } = yield* this.records.take(other.row, made, made)
      // As with an answer for the session, earlier calls may have changed the files of this one.
      if (too !== undefined) this.endWith(other, too, pickRunFiles(other.answerKey.used.files))
    }
  })

  /** Answers the call of a question that ended elsewhere. */
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
    if (made instanceof UnreadableApproval) this.refuse(asked, "deny", refusals.unreadable(toolName, id, made))
    else yield* this.conclude(asked.facts, made)
  })

  private endWith(asked: OpenQuestion, made: MadeDecision, files = asked.answerKey.used.files): void {
    const { request, row, askedAt } = asked
    const { decision, args, mac } = made
    const decided = { id: request.id, ...pickProvenance(made), shown: request.digest }
    const answered = pickEscalationAnswer(request, made)
    const answer: Gated<Approval> =
      decision === "deny" && answered.answer === undefined
        ? Effect.fail(refusals.userDenied(request.toolName, made, decided))
        : Effect.succeed({
            ...decided,
            ...answered,
            ...attachFiles(files),
            waitedMs: performance.now() - askedAt,
            // Only an approval can be claimed and permits the call.
            ...(decision === "deny" ? {} : { claim: { digest: row.digest, mac } }),
            ...(args === undefined ? {} : { args })
          })
    this.open.end(asked, decision, answer)
  }

  /** Expires a question, unless it was decided in time. */
  expire(asked: OpenQuestion): Effect.Effect<void> {
    const { id } = asked.request
    const { store } = this.records
    return Effect.gen({ self: this }, function* () {
      if (!this.open.has(asked)) return
      const { changed, approval } = yield* store.change(id, { to: "expired" })
      if (!changed && approval?.decision !== undefined) return yield* this.hearOf(asked, approval)
      // The store's clock is behind, but the gate has stopped waiting.
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

  /** Ends a question whose call has stopped waiting. */
  withdraw(asked: OpenQuestion): Effect.Effect<void> {
    return Effect.suspend(() => {
      const { request } = asked
      const refusal = refusals.approvalWithdrawn(request.toolName)
      return this.refuse(asked, "withdrawn", refusal) ? this.withdrawStored(request) : Effect.void
    })
  }

  withdrawStored(request: ApprovalRequest): Effect.Effect<void> {
    return this.records.store.change(request.id, { to: "withdrawn" }).pipe(
      Effect.asVoid,
      Effect.catch((error) => Effect.sync(() => this.tell.lost(request, error)))
    )
  }

  /** Withdraws a question if its decision cannot be stored, because such a decision cannot be claimed. */
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

  refuse(asked: OpenQuestion, end: QuestionEnd, refusal: Refused): boolean {
    return this.open.end(asked, end, Effect.fail(refusal))
  }
}

const exchanged = new UnreadableApproval("The stored request was replaced with another one.")
