import {
  type ApprovalQuestion,
  type ApprovalRequest,
  type ApprovalState,
  type ApprovalStore,
  type Decider,
  type DecisionOutcome,
  type ExecutionGrant,
  getQueueShare,
  type NewApproval,
  type PolicySource,
  type QuestionBounds,
  type QuestionEnd,
  RecentMap,
  type Refused,
  type StoredApproval,
  type StoreUnavailable
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import { ApprovalSeal, type MadeDecision, UnreadableApproval } from "./ApprovalSeal.ts"
import * as refusals from "./approvalRefusals.ts"
import { ForwardClock } from "./ForwardClock.ts"
import { makeUnreadableRequest } from "./makeApprovalRequest.ts"
import type { ParsedDecision } from "./readDecision.ts"
import type { AnswerKey } from "./SessionAnswers.ts"
import { quoteText } from "./shownText.ts"

/** Stores requests, sealed and opened with one key. */
export class ApprovalRecords {
  readonly clock = new ForwardClock()
  readonly seal: ApprovalSeal
  readonly store: ApprovalStore["Service"]
  private readonly isShared: boolean
  private readonly policy: PolicySource | undefined
  private readonly questionsPerAgent: number
  private readonly opened = new RecentMap<{ readonly row: NewApproval; readonly shown: ApprovalRequest }>(remembered)

  constructor({ store, isShared, key, policySource, questionsPerAgent }: RecordsOptions) {
    this.questionsPerAgent = questionsPerAgent
    this.store = store
    this.isShared = isShared
    this.seal = new ApprovalSeal(key)
    this.policy = policySource
  }

  /** Seals a question and returns its row. `waits`: whether a gate waits for the decision. */
  sealed(
    { request, grant, onlyOnce, policyDigest: digest }: ApprovalQuestion,
    { instance, key, used: { files } }: AnswerKey,
    shown: ApprovalRequest,
    waits: boolean
  ) {
    const { idempotencyKey, toolDigest, resources } = request
    // A call may be resumed long after its deadline.
    const { deadline: _deadline, ...context } = request.context
    const policy = this.policy === undefined || digest === undefined ? this.policy : { ...this.policy, digest }
    const bound = { idempotencyKey, toolDigest, resources, context, files, policy }
    const granted = waits ? withoutExceptions(grant) : grant
    return this.seal.request(shown, waits, { ...bound, grant: granted, onlyOnce, instance, key })
  }

  /** Stores a question. Fails if the store is unavailable or the agent has too many open questions. */
  add({ request }: ApprovalQuestion, row: NewApproval): Effect.Effect<void, Refused> {
    const { tool, context } = request
    const keys = {
      asker: getQueueShare(context).agent,
      call: this.seal.callKey(request),
      mostOpen: this.questionsPerAgent
    }
    return Effect.matchEffect(this.store.add(row, keys), {
      onFailure: (error) => Effect.fail(refusals.storeUnavailable(tool.name, error)),
      onSuccess: (isStored) =>
        isStored ? Effect.void : Effect.fail(refusals.tooManyQuestions(tool.name, keys.asker, keys.mostOpen))
    })
  }

  /** Returns the current approval, after expiring overdue ones and cleaning up after ended processes. */
  readonly current = Effect.fnUntraced(function* (
    this: ApprovalRecords,
    id: string
  ): Effect.fn.Return<StoredApproval | undefined, StoreUnavailable> {
    if (this.isShared) yield* this.store.sweep()
    const row = yield* this.store.get(id)
    const isBounded = row?.state === "open" || (row?.state === "approved" && !row.waits)
    if (row === undefined || !isBounded || row.expiresAt > this.clock.now()) return row
    const { approval } = yield* this.store.change(id, { to: "expired" })
    // The time in the store may differ, because of its clock or tampering, so the sealed time counts too.
    return approval?.state === row.state ? { ...approval, state: "expired" } : approval
  })

  /** Returns the open approvals of a session, or of all sessions. */
  readonly open = Effect.fnUntraced(function* (
    this: ApprovalRecords,
    session: string | undefined
  ): Effect.fn.Return<ReadonlyArray<StoredApproval>, StoreUnavailable> {
    if (this.isShared) yield* this.store.sweep()
    const rows = yield* this.store.list({ session, states: onlyOpen })
    const now = this.clock.now()
    return rows.filter((row) => row.expiresAt > now && isWithin(row, { session }))
  })

  /** Returns the deferred requests of an agent for a tool that a later call can join, newest first. */
  readonly joinable = Effect.fnUntraced(function* (
    this: ApprovalRecords,
    request: ApprovalQuestion["request"]
  ): Effect.fn.Return<ReadonlyArray<StoredApproval>, StoreUnavailable> {
    if (this.isShared) yield* this.store.sweep()
    const { tool, context } = request
    const rows = yield* this.store.list({
      call: this.seal.callKey(request),
      states: ["open", "approved", "denied"]
    })
    const now = this.clock.now()
    const isJoinable = (row: StoredApproval) =>
      !row.waits &&
      row.expiresAt > now &&
      row.tool === tool.name &&
      row.agent === context.principal.agent &&
      ((row.state !== "denied" && context.defer?.joinsEarlier !== "session") || row.session === context.session)
    return rows.filter(isJoinable).toReversed()
  })

  /** Stores a decision if it is the first, and returns it. Returns the current approval if the decision is too late. */
  readonly take = Effect.fnUntraced(function* (
    this: ApprovalRecords,
    row: NewApproval,
    decision: ParsedDecision,
    { by, from }: Decider
  ) {
    const who = { by: nameOf(by), from: nameOf(from), at: this.clock.now() }
    const stored = this.seal.decision(row, decision, who)
    const to = decision.decision === "approve" ? "approved" : "denied"
    const { changed, approval: after } = yield* this.store.change(row.id, { to, decision: stored })
    const made: MadeDecision | undefined = changed ? { ...decision, ...who, mac: stored.mac } : undefined
    return { made, after }
  })

  shownOf(row: NewApproval): ApprovalRequest {
    const known = this.opened.get(row.id)
    if (known !== undefined && isSameRow(known.row, row)) return known.shown
    const shown = this.seal.shownIn(row)
    if (shown instanceof UnreadableApproval) return makeUnreadableRequest(row, shown)
    this.opened.set(row.id, { row, shown })
    return shown
  }

  over(row: StoredApproval): DecisionOutcome {
    const ended = ends[row.state]
    const made = row.decision === undefined ? undefined : this.seal.decisionOf(row)
    const told = made === undefined || made instanceof UnreadableApproval ? undefined : pickProvenance(made)
    const { by, from, at } = told ?? {}
    const words = [
      `This question is over: ${ended === "withdrawn" && told !== undefined ? takenBack : how[ended]}`,
      ...(by === undefined ? [] : [`by ${quoteText(by)}`]),
      ...(from === undefined ? [] : [`from ${quoteText(from)}`]),
      ...(at === undefined ? [] : [`at ${new Date(at).toISOString()}`])
    ]
    return { outcome: "over", ended, message: `${words.join(" ")}.`, ...told }
  }
}

interface RecordsOptions {
  readonly store: ApprovalStore["Service"]
  /** Whether other processes or other parts of this one also change the store. */
  readonly isShared: boolean
  readonly key: SecretKey
  readonly policySource?: PolicySource | undefined
  /** The maximum number of open questions per agent. */
  readonly questionsPerAgent: number
}

/** Returns the person who decided, the client and the time, where known. */
export const pickProvenance = ({ by, from, at }: Pick<MadeDecision, "by" | "from" | "at">) => ({
  ...(by === "" ? {} : { by }),
  ...(from === "" ? {} : { from }),
  at
})

const nameOf = (name: unknown): string => (typeof name === "string" ? name.slice(0, 256) : "")

/** Whether a row belongs to the session in the bounds. */
export const isWithin = ({ session }: NewApproval, bounds: QuestionBounds | undefined): boolean =>
  bounds?.session === undefined || bounds.session === session

/** Whether two rows are the same request, regardless of its state. */
export const isSameRow = (row: NewApproval, other: NewApproval): boolean =>
  rowMembers.every((name) => row[name] === other[name])

const rowMembers = [
  "id",
  "tool",
  "sideEffects",
  "agent",
  "session",
  "askedAt",
  "expiresAt",
  "waits",
  "digest",
  "keyId",
  "sealed"
] as const satisfies ReadonlyArray<keyof NewApproval>

const withoutExceptions = ({ access, ...grant }: ExecutionGrant): ExecutionGrant => ({
  ...grant,
  access: { ...access, files: access.files.map(({ path, mode, scope }) => ({ path, mode, scope })) }
})

const onlyOpen: ReadonlyArray<ApprovalState> = ["open"]

const ends: Readonly<Record<ApprovalState, QuestionEnd>> = {
  open: "expired",
  approved: "approve",
  claimed: "approve",
  done: "approve",
  unknown: "approve",
  denied: "deny",
  expired: "expired",
  withdrawn: "withdrawn"
}

const how: Readonly<Record<QuestionEnd, string>> = {
  approve: "it was approved",
  deny: "it was denied",
  expired: "nobody decided in time",
  withdrawn: "it was withdrawn before anybody decided"
}

const takenBack = "it was withdrawn after it had been approved"

const remembered = 10_000
