import type {
  ApprovalEvent,
  ApprovalRequest,
  Decider,
  DecisionOutcome,
  FoundQuestion,
  QuestionActor,
  QuestionBounds,
  QuestionEnd,
  QuestionFilter,
  QuestionView,
  StoredApproval,
  StoreUnavailable,
  WithdrawalOutcome
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { type ApprovalRecords, isWithin, readName } from "./ApprovalRecords.ts"
import { UnreadableApproval } from "./ApprovalSeal.ts"
import { describeEnd } from "./describeEnd.ts"
import type { Suggested } from "./makeSuggester.ts"
import { findMisfit, readDecision } from "./readDecision.ts"
import type { WaitingQuestions } from "./WaitingQuestions.ts"

/** The questions of all gates as clients see them, and the clients' decisions. */
export class Decisions {
  private readonly records: ApprovalRecords
  private readonly waiting: WaitingQuestions
  private readonly suggested: Suggested
  private readonly resolved: (request: ApprovalRequest, end: QuestionEnd) => void

  /** `resolved` is called when a question ends that no call waits for here. */
  constructor(
    records: ApprovalRecords,
    waiting: WaitingQuestions,
    suggested: Suggested,
    resolved: (request: ApprovalRequest, end: QuestionEnd) => void
  ) {
    this.resolved = resolved
    this.records = records
    this.waiting = waiting
    this.suggested = suggested
  }

  /** Returns the questions of a page. */
  readonly find = Effect.fnUntraced(function* (
    this: Decisions,
    filter: QuestionFilter = {}
  ): Effect.fn.Return<ReadonlyArray<FoundQuestion>, StoreUnavailable> {
    return (yield* this.records.list(filter)).map((row) => this.foundOf(row))
  })

  /** Returns an open or ended question within the bounds. */
  readonly get = Effect.fnUntraced(function* (
    this: Decisions,
    id: string,
    bounds?: QuestionBounds
  ): Effect.fn.Return<FoundQuestion | undefined, StoreUnavailable> {
    const row = yield* this.records.current(id)
    if (row === undefined || !isWithin(row, bounds)) return undefined
    return this.foundOf(row)
  })

  /** Returns the history of a question within the bounds. */
  readonly history = Effect.fnUntraced(function* (
    this: Decisions,
    id: string,
    bounds?: QuestionBounds
  ): Effect.fn.Return<ReadonlyArray<ApprovalEvent>, StoreUnavailable> {
    const row = yield* this.records.current(id)
    return row === undefined || !isWithin(row, bounds) ? [] : yield* this.records.store.history(id)
  })

  /** Records that a person has seen questions within the bounds. */
  readonly saw = Effect.fnUntraced(function* (
    this: Decisions,
    given: string | ReadonlyArray<string>,
    { how, by, from, session }: QuestionView
  ): Effect.fn.Return<void, StoreUnavailable> {
    const { store } = this.records
    const ids = typeof given === "string" ? [given] : given
    const rows = session === undefined ? undefined : yield* store.list({ ids, session })
    const seen = rows?.filter((row) => isWithin(row, { session })).map(({ id }) => id) ?? ids
    yield* store.saw(seen, { how, by: readName(by), from: readName(from) })
  })

  /** Withdraws a question or an approval, and ends the call that waits for it here. */
  readonly withdraw = Effect.fnUntraced(function* (
    this: Decisions,
    id: unknown,
    { by, from, ...bounds }: QuestionActor = {}
  ): Effect.fn.Return<WithdrawalOutcome, StoreUnavailable> {
    if (typeof id !== "string") return unknown
    yield* this.waiting.expireDue(id)
    const row = yield* this.records.current(id)
    if (row === undefined || !isWithin(row, bounds)) return unknown
    const who = { by: readName(by), from: readName(from) }
    const { changed, approval: after } = yield* this.records.store.change(id, { to: "withdrawn", who })
    if (after === undefined) return unknown
    if (!changed) return this.over(after)
    const isHere = yield* this.waiting.end(after)
    if (!isHere && row.state === "open") this.resolved(this.shownOf(row), "withdrawn")
    return { outcome: "withdrawn", message: withdrawnFrom(row) }
  })

  /** Applies a client's decision after validating it. */
  readonly decide = Effect.fnUntraced(function* (
    this: Decisions,
    id: unknown,
    given: unknown,
    decider: Decider = {}
  ): Effect.fn.Return<DecisionOutcome, StoreUnavailable> {
    // Read first: a getter could itself decide the question.
    const decision = readDecision(given)
    if (typeof id !== "string") return unknown
    yield* this.waiting.expireDue(id)
    const row = yield* this.records.current(id)
    if (row === undefined || !isWithin(row, decider)) return unknown
    if (row.state !== "open") return this.over(row)
    if (typeof decision === "string") return { outcome: "invalid", message: `This decision is invalid: ${decision}.` }
    // Compared before the question is opened, because it would have to be shown again anyway.
    if (decider.digest !== undefined && decider.digest !== row.digest) return stale
    const facts = this.waiting.of(row)?.facts ?? this.records.seal.open(row)
    if (facts instanceof UnreadableApproval)
      return { outcome: "unreadable", message: `Nobody can decide this question here. ${facts.why}` }
    const unfit = findMisfit(facts.shown, decision)
    if (unfit !== undefined)
      return { outcome: "invalid", message: `This decision does not fit the question: ${unfit}.` }
    const { made, after } = yield* this.records.take(row, decision, decider)
    if (made === undefined) return after === undefined ? unknown : this.over(after)
    yield* this.waiting.conclude(facts, made)
    if (made.scope !== "always") return { outcome: "decided" }
    return { outcome: "decided", message: yield* this.suggested(facts, made) }
  })

  private over(row: StoredApproval): Extract<DecisionOutcome, { readonly outcome: "over" }> {
    const made = row.decision === undefined ? undefined : this.records.seal.decisionOf(row)
    return describeEnd(row.state, made instanceof UnreadableApproval ? undefined : made)
  }

  private foundOf(row: StoredApproval): FoundQuestion {
    const { state, waits } = row
    const found = { request: this.shownOf(row), isOpen: state === "open", state, waits }
    if (row.decision === undefined) return found
    const { decision, by, from, at } = row.decision
    return { ...found, decision: { decision, by, from, at } }
  }

  private shownOf(row: StoredApproval): ApprovalRequest {
    return this.waiting.of(row)?.request ?? this.records.shownOf(row)
  }
}

const stale: DecisionOutcome = {
  outcome: "stale",
  message: "Another question was shown: the digest of this decision is not that of the question. It is still open."
}

const withdrawnFrom = ({ state }: StoredApproval): string => {
  if (state === "done") return "The approval is withdrawn. Its call has already run; similar calls need a new approval."
  return `The ${state === "open" ? "request" : "approval"} is withdrawn.`
}

const unknown: Extract<DecisionOutcome, { readonly outcome: "unknown" }> = {
  outcome: "unknown",
  message: "Unknown question: it may belong to another gate or session, or have ended long ago."
}
