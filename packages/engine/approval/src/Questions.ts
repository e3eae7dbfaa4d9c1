import type { Approval, ApprovalQuestion, ApprovalState, Deferral, Gated } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { ApprovalRecords } from "./ApprovalRecords.ts"
import * as refusals from "./approvalRefusals.ts"
import { attachFiles, pickRunFiles, readUsedFiles } from "./approvedFiles.ts"
import type { DeferredQuestions } from "./DeferredQuestions.ts"
import { makeApprovalId } from "./makeApprovalRequest.ts"
import { pickProvenance } from "./pickProvenance.ts"
import type { Resumption } from "./Resumption.ts"
import type { AnswerKey, SessionAnswer, SessionAnswers } from "./SessionAnswers.ts"
import type { WaitingQuestions } from "./WaitingQuestions.ts"

/** Answers the questions of calls in this process. */
export class Questions {
  private readonly records: ApprovalRecords
  private readonly answers: SessionAnswers
  private readonly waiting: WaitingQuestions
  private readonly deferred: DeferredQuestions
  private readonly resumption: Resumption

  constructor(
    records: ApprovalRecords,
    answers: SessionAnswers,
    waiting: WaitingQuestions,
    deferred: DeferredQuestions,
    resumption: Resumption
  ) {
    this.records = records
    this.answers = answers
    this.waiting = waiting
    this.deferred = deferred
    this.resumption = resumption
  }

  /** Answers a question with an earlier answer for the session, asks a person, or stores the question for later. */
  obtain(question: ApprovalQuestion): Gated<Approval> {
    return Effect.flatMap(readUsedFiles(question.request, question.grant), (used): Gated<Approval> => {
      const { tool } = question.request
      if (this.waiting.isClosed) return Effect.fail(refusals.approvalWithdrawn(tool.name))
      const answerKey = this.answers.keyOf(question, used)
      const kept = this.answers.get(answerKey)
      if (kept === undefined) return this.ask(question, answerKey)
      const { made, shown } = kept
      const decided = { id: makeApprovalId(), ...pickProvenance(made), shown }
      if (made.decision === "deny") return Effect.fail(refusals.userDenied(tool.name, made, decided))
      return Effect.flatMap(this.stillStands(tool.name, kept), (stands): Gated<Approval> => {
        // The call may change its files each time but runs the same programs and scripts.
        if (stands) return Effect.succeed({ ...decided, ...attachFiles(pickRunFiles(used.files)), waitedMs: 0 })
        this.answers.drop(answerKey, kept)
        return this.ask(question, answerKey)
      })
    })
  }

  /**
   * Whether a person has already answered this question: with an answer for the session, or for an earlier deferred call
   * that is now repeated.
   */
  isAnswered(question: ApprovalQuestion): Effect.Effect<boolean> {
    return Effect.flatMap(readUsedFiles(question.request, question.grant), (used) => {
      const { request } = question
      const kept = this.answers.get(this.answers.keyOf(question, used))
      if (kept?.made.decision === "deny") return Effect.succeed(true)
      const standing = kept === undefined ? Effect.succeed(false) : this.stillStands(request.tool.name, kept)
      const context = { ...request.context, defer: { joinsEarlier: "session" } as const }
      const again = this.resumption.earlier({ ...question, request: { ...request, context } })
      const earlier = Effect.map(again, (approval) => approval !== undefined)
      return Effect.flatMap(standing, (stands) => (stands ? Effect.succeed(true) : earlier))
    }).pipe(Effect.orElseSucceed(() => false))
  }

  private ask(question: ApprovalQuestion, answerKey: AnswerKey): Gated<Approval> {
    const { defer } = question.request.context
    return defer === undefined ? this.waiting.wait(question, answerKey) : this.deferredOf(question, answerKey, defer)
  }

  private deferredOf(question: ApprovalQuestion, answerKey: AnswerKey, defer: Deferral): Gated<Approval> {
    const stored = this.deferred.store(question, answerKey, defer)
    if (!joins(defer)) return stored
    return Effect.flatMap(this.resumption.earlier(question), (approval) =>
      approval === undefined ? stored : Effect.succeed(approval)
    )
  }

  /** Whether the approval behind an answer for the session is still valid in the store. */
  private stillStands(toolName: string, { id }: SessionAnswer): Gated<boolean> {
    return this.records.store.get(id).pipe(
      Effect.mapError((error) => refusals.storeUnavailable(toolName, error)),
      Effect.map((row) => row !== undefined && standing.includes(row.state))
    )
  }
}

const joins = ({ joinsEarlier = false }: Deferral): boolean => joinsEarlier !== false

const standing: ReadonlyArray<ApprovalState> = ["approved", "expired", "claimed", "done"]
