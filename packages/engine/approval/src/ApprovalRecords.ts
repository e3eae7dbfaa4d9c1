import {
  type ApprovalQuestion,
  type ApprovalRequest,
  type ApprovalState,
  type ApprovalStore,
  type Decider,
  type ExecutionGrant,
  getQueueShare,
  type NewApproval,
  type PolicySource,
  type QuestionBounds,
  type QuestionFilter,
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
import type { NewQuestion } from "./NewQuestion.ts"
import type { ParsedDecision } from "./readDecision.ts"
import type { AnswerKey } from "./SessionAnswers.ts"

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
    asked: NewQuestion,
    waits: boolean
  ) {
    const { idempotencyKey, toolDigest, resources } = request
    // A call may be resumed long after its deadline.
    const { deadline: _deadline, ...context } = request.context
    const policy = this.policy === undefined || digest === undefined ? this.policy : { ...this.policy, digest }
    const bound = { idempotencyKey, toolDigest, resources, context, files, policy }
    const granted = waits ? withoutExceptions(grant) : grant
    return this.seal.request(asked, waits, { ...bound, grant: granted, onlyOnce, instance, key })
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
    if (row === undefined || !isOverdue(row, this.clock.now())) return row
    const { approval } = yield* this.store.change(id, { to: "expired" })
    // The time in the store may differ, because of its clock or tampering, so the sealed time counts too.
    return approval?.state === row.state ? { ...approval, state: "expired" } : approval
  })

  /**
   * Returns a page of approvals. Some may have expired before the store knows it, and some rows may have been changed to
   * be found here. Further rows fill the page instead of them.
   */
  readonly list = Effect.fnUntraced(function* (
    this: ApprovalRecords,
    { states = onlyOpen, limit = Number.POSITIVE_INFINITY, ...filter }: QuestionFilter
  ): Effect.fn.Return<ReadonlyArray<StoredApproval>, StoreUnavailable> {
    if (!(limit >= 1)) return []
    if (this.isShared) yield* this.store.sweep()
    const most = Math.floor(limit)
    const page = most === Number.POSITIVE_INFINITY ? {} : { limit: most }
    const found: Array<StoredApproval> = []
    let { after } = filter
    for (;;) {
      const rows = yield* this.store.list({ ...filter, ...page, states, after })
      const now = this.clock.now()
      for (const row of rows) {
        const listed = isOverdue(row, now) ? { ...row, state: "expired" as const } : row
        if (states.includes(listed.state) && isListed(listed, filter)) found.push(listed)
      }
      after = rows.at(-1)?.id
      if (found.length >= most || rows.length < most || after === undefined) return found.slice(0, most)
    }
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
    const who = { by: readName(by), from: readName(from), at: this.clock.now() }
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

/** Returns a name that a client reports, or an empty text. */
export const readName = (name: unknown): string => (typeof name === "string" ? name.slice(0, 256) : "")

/** Whether a row belongs to the session in the bounds. */
export const isWithin = ({ session }: NewApproval, bounds: QuestionBounds | undefined): boolean =>
  bounds?.session === undefined || bounds.session === session

/** Whether a row is what a filter selects. A store finds it by digests, which anything may have written there. */
const isListed = (row: StoredApproval, { agent, tool, ...bounds }: QuestionFilter): boolean =>
  isWithin(row, bounds) && (agent === undefined || row.agent === agent) && (tool === undefined || row.tool === tool)

/** Whether an approval has expired, whatever its state is in the store. */
const isOverdue = ({ state, waits, expiresAt }: StoredApproval, now: number): boolean =>
  (state === "open" || (state === "approved" && !waits)) && expiresAt <= now

/** Whether two rows are the same request, regardless of its state. */
export const isSameRow = (row: NewApproval, other: NewApproval): boolean =>
  row === other || rowMembers.every((name) => row[name] === other[name])

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

const remembered = 10_000
