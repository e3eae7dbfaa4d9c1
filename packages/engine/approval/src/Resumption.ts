import {
  type Approval,
  type ApprovalQuestion,
  type AttachedApproval,
  approvalUsed,
  type JsonObject,
  type NewApproval,
  type Refused,
  type ResolvedPath,
  type ResumableCall,
  type StoredApproval,
  type StoreUnavailable
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import type { ApprovalRecords } from "./ApprovalRecords.ts"
import { type MadeDecision, type RequestFacts, UnreadableApproval } from "./ApprovalSeal.ts"
import * as refusals from "./approvalRefusals.ts"
import {
  approvalLapsed,
  approvalPending,
  approvalTakenBack,
  approvalWithdrawn,
  goesOn,
  needsNew,
  unreadable,
  userDenied
} from "./approvalRefusals.ts"
import { attachFiles, readUsedFiles } from "./approvedFiles.ts"
import { listDifferences } from "./listDifferences.ts"
import { openOutcome } from "./outcomeSeal.ts"
import { pickEscalationAnswer } from "./pickEscalationAnswer.ts"
import { pickProvenance } from "./pickProvenance.ts"
import type { SessionAnswers } from "./SessionAnswers.ts"

/** The calls that come with an approval, and the calls that can be resumed with one. */
export class Resumption {
  private readonly records: ApprovalRecords
  private readonly key: SecretKey
  private readonly answers: SessionAnswers

  constructor(records: ApprovalRecords, key: SecretKey, answers: SessionAnswers) {
    this.records = records
    this.key = key
    this.answers = answers
  }

  /** Returns the approval that a call carries, if it matches the call and is unused. */
  readonly approvalFor = Effect.fnUntraced(function* (
    this: Resumption,
    question: ApprovalQuestion,
    given: AttachedApproval
  ): Effect.fn.Return<Approval, Refused> {
    const { tool } = question.request
    const { id, proposed } = given
    const row = yield* Effect.mapError(this.records.current(id), (error) => refusals.storeUnavailable(tool.name, error))
    if (row === undefined) return yield* Effect.fail(refusals.needsNew(tool.name, id, "There is no such approval."))
    const facts = this.records.seal.open(row)
    if (facts instanceof UnreadableApproval) return yield* Effect.fail(refusals.unreadable(tool.name, id, facts))
    const goesOn = question.request.goesOn === true && begun.includes(row.state)
    const refusal = goesOn ? undefined : this.refusalOf(row, facts)
    if (refusal !== undefined) return yield* Effect.fail(refusal)
    // A waiting gate continues the call itself, and returns only with edited arguments.
    if (row.waits && proposed === undefined) return yield* Effect.fail(refusals.goesOn(tool.name, id))
    const made = this.records.seal.decisionOf(row)
    if (made instanceof UnreadableApproval) return yield* Effect.fail(refusals.unreadable(tool.name, id, made))
    const differs = yield* listDifferences(facts, made, question, given)
    if (differs.length > 0) return yield* Effect.fail(refusals.differsFrom(tool.name, id, differs))
    const { args, claim, ...approval } = this.approvalOf(row, facts, made)
    // Other files were not shown: the person who edited the arguments approved these uses.
    const uses = new Set((yield* readUsedFiles(question.request, question.grant)).files.map(({ path }) => path))
    return {
      ...approval,
      ...(proposed === undefined ? {} : { files: facts.files.filter(({ path }) => uses.has(path)) }),
      // The run took the claim when it started.
      ...(goesOn || claim === undefined ? {} : { claim }),
      ...(args === undefined || proposed !== undefined ? {} : { args })
    }
  })

  /**
   * Returns the approval of an earlier deferred request for the same call, or `undefined` if there is none. Fails if that
   * request is undecided or denied.
   */
  readonly earlier = Effect.fnUntraced(function* (
    this: Resumption,
    question: ApprovalQuestion
  ): Effect.fn.Return<Approval | undefined, Refused> {
    const { tool } = question.request
    const unavailable = (error: StoreUnavailable) => refusals.storeUnavailable(tool.name, error)
    for (const row of yield* Effect.mapError(this.records.joinable(question.request), unavailable)) {
      const facts = this.records.seal.open(row)
      const made = row.decision === undefined ? undefined : this.records.seal.decisionOf(row)
      if (facts instanceof UnreadableApproval || made instanceof UnreadableApproval) continue
      if ((yield* listDifferences(facts, made ?? {}, question)).length > 0) continue
      const refusal = this.refusalOf(row, facts)
      if (refusal !== undefined) return yield* Effect.fail(refusal)
      if (made !== undefined) return this.approvalOf(row, facts, made)
    }
    return undefined
  })

  /** Returns the call of an approval, and the reason if it cannot run now. */
  readonly get = Effect.fnUntraced(function* (
    this: Resumption,
    id: string
  ): Effect.fn.Return<ResumableCall | undefined, StoreUnavailable> {
    const row = yield* this.records.current(id)
    if (row === undefined) return undefined
    const facts = this.records.seal.open(row)
    if (facts instanceof UnreadableApproval) return unreadableCall(row, facts)
    const refusal = this.refusalOf(row, facts)
    return resumable(facts, refusal === undefined && row.waits ? refusals.goesOn(row.tool, id) : refusal)
  })

  private approvalOf(row: StoredApproval, facts: RequestFacts, made: MadeDecision): Approval {
    this.answers.keep(facts, made)
    const { at, args, mac, decision } = made
    return {
      id: row.id,
      waitedMs: row.waits ? Math.max(0, at - row.askedAt) : 0,
      ...pickProvenance(made),
      shown: row.digest,
      ...pickEscalationAnswer(facts.shown, made),
      ...attachFiles(facts.files),
      // Only an approval can be claimed, and only one permits something.
      ...(decision === "deny" ? {} : { claim: { digest: row.digest, mac } }),
      ...(args === undefined ? {} : { args })
    }
  }

  private refusalOf(row: StoredApproval, { shown }: RequestFacts): Refused | undefined {
    const made = row.decision === undefined ? undefined : this.records.seal.decisionOf(row)
    // A denial is a valid answer to an escalation.
    if (
      row.state === "denied" &&
      shown.kind === "escalation" &&
      made !== undefined &&
      !(made instanceof UnreadableApproval)
    )
      return undefined
    return refusalOf(row, made, openOutcome(this.key, row) as JsonObject | undefined)
  }
}

/** The states of an approval whose call has started. */
const begun: ReadonlyArray<StoredApproval["state"]> = ["claimed", "done", "unknown"]

/**
 * Returns a refusal if an approval cannot be used, or `undefined` if it can be used once. `made` is the decision,
 * `outcome` the result of the call that used it.
 */
const refusalOf = (
  row: StoredApproval,
  made: MadeDecision | UnreadableApproval | undefined,
  outcome: JsonObject | undefined
): Refused | undefined => {
  const { id, tool, state, waits, expiresAt } = row
  switch (state) {
    case "open":
      return waits ? goesOn(tool, id) : approvalPending(tool, id, expiresAt)
    case "denied":
      return made === undefined || made instanceof UnreadableApproval
        ? forgedDenial(tool, id)
        : userDenied(tool, made, { id, ...pickProvenance(made) })
    case "expired":
      return approvalLapsed(tool, id)
    case "withdrawn":
      // The call may have run before its approval for the session was withdrawn.
      if (outcome !== undefined) return approvalUsed(tool, id, state, outcome)
      return row.decision === undefined ? approvalWithdrawn(tool) : approvalTakenBack(tool, id)
    case "approved":
      if (made === undefined || made instanceof UnreadableApproval) return unreadable(tool, id, made ?? noDecision)
      return undefined
    default:
      return approvalUsed(tool, id, state, outcome)
  }
}

const forgedDenial = (tool: string, id: string): Refused =>
  needsNew(tool, id, "It was denied, and the stored decision cannot be read.")

const noDecision = new UnreadableApproval("The store says that it was approved, but has no decision.")

const resumable = (facts: RequestFacts, refusal: Refused | undefined): ResumableCall => {
  const { shown, idempotencyKey, policy } = facts
  const { defer, ...context } = facts.context
  const key = idempotencyKey === undefined ? {} : { idempotencyKey }
  return {
    call: { id: shown.callId, tool: shown.toolName, args: shown.args, ...key },
    // A sealed context comes from a context that an edge created.
    context: { ...context, deadline: undefined },
    refusal,
    ...(defer === undefined ? {} : { defer }),
    ...(policy === undefined ? {} : { policy })
  }
}

/** Returns the known facts of an unreadable call. It can be answered but never runs. */
const unreadableCall = ({ id, tool, agent, session }: NewApproval, why: UnreadableApproval): ResumableCall => ({
  call: { id, tool, args: {} },
  context: {
    session,
    turn: "",
    principal: { agent, ceiling: { tools: [] } },
    workspace: "/" as ResolvedPath,
    caller: { kind: "direct" },
    deadline: undefined
  },
  refusal: unreadable(tool, id, why)
})
