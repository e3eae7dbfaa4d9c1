import type {
  ApprovalRequest,
  Decider,
  DecisionOutcome,
  FoundQuestion,
  QuestionBounds,
  StoredApproval,
  StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { type ApprovalRecords, isWithin } from "./ApprovalRecords.ts"
import { UnreadableApproval } from "./ApprovalSeal.ts"
import type { Suggested } from "./makeSuggester.ts"
import { findMisfit, readDecision } from "./readDecision.ts"
import type { WaitingQuestions } from "./WaitingQuestions.ts"

/** The questions of all gates as clients see them, and the clients' decisions. */
export class Decisions {
  private readonly records: ApprovalRecords
  private readonly waiting: WaitingQuestions
  private readonly suggested: Suggested

  constructor(records: ApprovalRecords, waiting: WaitingQuestions, suggested: Suggested) {
    this.records = records
    this.waiting = waiting
    this.suggested = suggested
  }

  /** Returns the open questions within the bounds, oldest first. */
  readonly list = Effect.fnUntraced(function* (
    this: Decisions,
    bounds?: QuestionBounds
  ): Effect.fn.Return<ReadonlyArray<ApprovalRequest>, StoreUnavailable> {
    const rows = yield* this.records.open(bounds?.session)
    return Object.freeze(rows.map((row) => this.shownOf(row)))
  })

  /** Returns an open or ended question within the bounds. */
  readonly get = Effect.fnUntraced(function* (
    this: Decisions,
    id: string,
    bounds?: QuestionBounds
  ): Effect.fn.Return<FoundQuestion | undefined, StoreUnavailable> {
    const row = yield* this.records.current(id)
    if (row === undefined || !isWithin(row, bounds)) return undefined
    return { request: this.shownOf(row), isOpen: row.state === "open" }
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
    if (row.state !== "open") return this.records.over(row)
    if (typeof decision === "string") return { outcome: "invalid", message: `This decision is invalid: ${decision}.` }
    const facts = this.waiting.of(row)?.facts ?? this.records.seal.open(row)
    if (facts instanceof UnreadableApproval)
      return { outcome: "unreadable", message: `Nobody can decide this question here. ${facts.why}` }
    const unfit = findMisfit(facts.shown, decision)
    if (unfit !== undefined)
      return { outcome: "invalid", message: `This decision does not fit the question: ${unfit}.` }
    const { made, after } = yield* this.records.take(row, decision, decider)
    if (made === undefined) return after === undefined ? unknown : this.records.over(after)
    yield* this.waiting.conclude(facts, made)
    if (made.scope !== "always") return { outcome: "decided" }
    return { outcome: "decided", message: yield* this.suggested(facts, made) }
  })

  private shownOf(row: StoredApproval): ApprovalRequest {
    return this.waiting.of(row)?.request ?? this.records.shownOf(row)
  }
}

const unknown: DecisionOutcome = {
  outcome: "unknown",
  message: "Unknown question: it may belong to another gate or session, or have ended long ago."
}
