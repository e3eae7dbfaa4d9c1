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
import { ApprovalSeal, type MadeDecision, Unreadable } from "./ApprovalSeal.ts"
import * as refusals from "./approvalRefusals.ts"
import { ForwardClock } from "./ForwardClock.ts"
import { makeUnreadableRequest } from "./makeApprovalRequest.ts"
import type { ParsedDecision } from "./readDecision.ts"
import type { AnswerKey } from "./SessionAnswers.ts"
import { quoteText } from "./shownText.ts"

/** The requests in a store, sealed and opened with one key. */
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

  /** Seals a question, and returns it as it is stored. `waits`: whether a gate waits for the decision. */
  sealed(
    { request, grant, onlyOnce, policyDigest: digest }: ApprovalQuestion,
    { instance, key, used: { files } }: AnswerKey,
    shown: ApprovalRequest,
    waits: boolean
  ) {
    const { idempotencyKey, toolDigest, resources } = request
    // A call is resumed when its deadline is long past.
    const { deadline: _deadline, ...context } = request.context
    const policy = this.policy === undefined || digest === undefined ? this.policy : { ...this.policy, digest }
    const bound = { idempotencyKey, toolDigest, resources, context, files, policy }
    const granted = waits ? withoutExceptions(grant) : grant
    return this.seal.request(shown, waits, { ...bound, grant: granted, onlyOnce, instance, key })
  }

  /** Stores a question. Fails if it cannot be stored, or if the agent has as many open questions as it may have. */
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

  /** Returns an approval as it is now: what is due has expired, and what an ended process left is withdrawn or unknown. */
  readonly current = Effect.fnUntraced(function* (
    this: ApprovalRecords,
    id: string
  ): Effect.fn.Return<StoredApproval | undefined, StoreUnavailable> {
    if (this.isShared) yield* this.store.sweep()
    const row = yield* this.store.get(id)
    const isBounded = row?.state === "open" || (row?.state === "approved" && !row.waits)
    if (row === undefined || !isBounded || row.expiresAt > this.clock.now()) return row
    const { approval } = yield* this.store.change(id, { to: "expired" })
    // The store may have another time for it, by its own clock or because somebody changed it. The sealed time counts as well.
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

  /** Returns the deferred requests of an agent for a tool that a later call can join, the newest first. */
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

  /** Stores a decision, if it is the first. Returns it as it was made, or the approval as it is if the decision came too late. */
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

  /** Returns a row as a person is shown it. */
  shownOf(row: NewApproval): ApprovalRequest {
    const known = this.opened.get(row.id)
    if (known !== undefined && isSameRow(known.row, row)) return known.shown
    const shown = this.seal.shownIn(row)
    if (shown instanceof Unreadable) return makeUnreadableRequest(row, shown)
    this.opened.set(row.id, { row, shown })
    return shown
  }

  /** Returns the outcome of a decision that came after a question was over. */
  over(row: StoredApproval): DecisionOutcome {
    const ended = ends[row.state]
    const made = row.decision === undefined ? undefined : this.seal.decisionOf(row)
    const told = made === undefined || made instanceof Unreadable ? undefined : pickProvenance(made)
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

/** The options of `ApprovalRecords`. */
interface RecordsOptions {
  readonly store: ApprovalStore["Service"]
  /** Whether other processes, or other parts of this one, change the store as well. */
  readonly isShared: boolean
  readonly key: SecretKey
  readonly policySource?: PolicySource | undefined
  /** The most questions of one agent that are open at a time. */
  readonly questionsPerAgent: number
}

/** Returns who decided, from where and when, as far as it is known. */
export const pickProvenance = ({ by, from, at }: Pick<MadeDecision, "by" | "from" | "at">) => ({
  ...(by === "" ? {} : { by }),
  ...(from === "" ? {} : { from }),
  at
})

/** The name of a person or client, of a bounded length. */
const nameOf = (name: unknown): string => (typeof name === "string" ? name.slice(0, 256) : "")

/** Whether a row is within the bounds. */
export const isWithin = ({ session }: NewApproval, bounds: QuestionBounds | undefined): boolean =>
  bounds?.session === undefined || bounds.session === session

/** Whether a row is that of a request, whatever has been decided meanwhile. */
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

/** The number of requests that are remembered as they were sealed. */
const remembered = 10_000
