import {
  type Approval,
  type ApprovalQuestion,
  type ApprovalRequest,
  type ApprovalState,
  type Decider,
  type DecisionOutcome,
  type Deferral,
  type Gated,
  type QuestionBounds,
  type QuestionEnd,
  type Refused,
  refuse,
  type StoredApproval,
  type StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { type ApprovalRecords, isSameRow, isWithin, provenance } from "./ApprovalRecords.ts"
import { type MadeDecision, type NewApproval, type RequestFacts, Unreadable } from "./ApprovalSeal.ts"
import * as refusals from "./approvalRefusals.ts"
import { approvalRequest, newId } from "./approvalRequest.ts"
import { fileContents } from "./fileContents.ts"
import { type AnswerKey, KeptAnswers } from "./KeptAnswers.ts"
import type { OnAsk } from "./OnAsk.ts"
import { isDue, type OpenQuestion } from "./OpenQuestion.ts"
import { type GivenDecision, readDecision } from "./readDecision.ts"

/** The functions that `Questions` calls when something happens. None of them may throw. */
interface Listeners {
  readonly requested: (request: ApprovalRequest) => void
  readonly resolved: (request: ApprovalRequest, end: QuestionEnd) => void
  /** Called when `onAsk` threw or rejected with `cause`, or, if `cause` is `undefined`, returned something that is no decision. */
  readonly broke: (request: ApprovalRequest, cause: unknown) => void
  /** Called when the store could not be told how a question ended. The question ends all the same. */
  readonly lost: (request: ApprovalRequest, cause: StoreUnavailable) => void
  /** Returns a sentence on the rule that a decision of the scope `always` suggests. */
  readonly suggested: (facts: RequestFacts, made: MadeDecision) => Effect.Effect<string>
}

/** The options of `Questions`. */
interface QuestionsOptions {
  readonly records: ApprovalRecords
  readonly onAsk: OnAsk | undefined
  readonly timeoutMs: number
  readonly expiresMs: number
  readonly tell: Listeners
  /** Runs an effect that begins outside of any fiber: as far as it does not wait, at once. */
  readonly run: (effect: Effect.Effect<void>) => void
}

/** The questions of this process: those that calls wait with, each of which ends exactly once, and those that are deferred. */
export class Questions {
  readonly kept = new KeptAnswers()
  private readonly records: ApprovalRecords
  private readonly options: QuestionsOptions
  private readonly tell: Listeners
  private readonly waiting = new Map<string, OpenQuestion>()
  private closed = false

  constructor(options: QuestionsOptions) {
    this.options = options
    this.records = options.records
    this.tell = options.tell
  }

  /** Answers a question with a kept answer, asks somebody and waits, or stores the question for later. */
  obtain(question: ApprovalQuestion): Gated<Approval> {
    return Effect.suspend((): Gated<Approval> => {
      const { tool, context } = question.request
      if (this.closed) return Effect.fail(refusals.approvalWithdrawn(tool.name))
      const place = this.kept.keyOf(question)
      const kept = this.kept.get(place)
      if (kept !== undefined) {
        const { made, shown } = kept
        const decided = { id: newId(), ...provenance(made), shown }
        if (made.decision === "deny") return Effect.fail(refusals.userDenied(tool.name, made, decided))
        return Effect.succeed({ ...decided, waitedMs: 0 })
      }
      // A child call could not be resumed without its parent.
      const { defer, caller } = context
      return defer === undefined || caller.kind === "chain"
        ? this.wait(question, place)
        : this.defer(question, place, defer)
    })
  }

  /** Returns the open questions within the bounds, in the order in which they were asked. */
  readonly list = Effect.fnUntraced(function* (
    this: Questions,
    bounds?: QuestionBounds
  ): Effect.fn.Return<ReadonlyArray<ApprovalRequest>, StoreUnavailable> {
    const rows = yield* this.records.open(bounds?.session)
    return Object.freeze(rows.map((row) => this.shownOf(row)))
  })

  /** Returns an open question within the bounds. */
  readonly get = Effect.fnUntraced(function* (
    this: Questions,
    id: string,
    bounds?: QuestionBounds
  ): Effect.fn.Return<ApprovalRequest | undefined, StoreUnavailable> {
    const row = yield* this.records.current(id)
    return row?.state === "open" && isWithin(row, bounds) ? this.shownOf(row) : undefined
  })

  /** Takes a client's decision, of whatever shape. */
  readonly decide = Effect.fnUntraced(function* (
    this: Questions,
    id: unknown,
    given: unknown,
    decider: Decider = {}
  ): Effect.fn.Return<DecisionOutcome, StoreUnavailable> {
    // Read first: a getter in what is given may itself decide the question.
    const decision = readDecision(given)
    if (typeof id !== "string") return unknown
    const asked = this.waiting.get(id)
    if (asked !== undefined && isDue(asked)) yield* this.expire(asked)
    const row = yield* this.records.current(id)
    if (row === undefined || !isWithin(row, decider)) return unknown
    if (row.state !== "open") return this.records.over(row)
    if (typeof decision === "string") return { outcome: "invalid", message: `This is no decision: ${decision}.` }
    const facts = this.factsOf(row)
    if (facts instanceof Unreadable)
      return { outcome: "unreadable", message: `Nobody can decide this question here. ${facts.why}` }
    const { made, after } = yield* this.take(row, decision, decider)
    if (made === undefined) return after === undefined ? unknown : this.records.over(after)
    yield* this.conclude(row, facts, made, decider)
    if (made.scope !== "always") return { outcome: "decided" }
    return { outcome: "decided", message: yield* this.tell.suggested(facts, made) }
  })

  /** Ends the questions that were decided elsewhere, and the calls that wait with them. */
  readonly hear = Effect.fnUntraced(function* (this: Questions) {
    if (this.waiting.size === 0) return
    const rows = yield* this.records.store.list({ ids: [...this.waiting.keys()], states: ended })
    for (const row of rows) {
      const asked = this.waiting.get(row.id)
      if (asked !== undefined) yield* this.hearOf(asked, row)
    }
  })

  /** Withdraws all questions that calls wait with. Questions that come later are withdrawn at once. */
  close(): Effect.Effect<void> {
    this.closed = true
    return Effect.forEach([...this.waiting.values()], (asked) => this.withdraw(asked), {
      concurrency: "unbounded",
      discard: true
    })
  }

  private wait(question: ApprovalQuestion, place: AnswerKey): Gated<Approval> {
    const { tool, context } = question.request
    const askedAt = this.records.clock.now()
    const { deadline = Number.POSITIVE_INFINITY } = context
    const request = approvalRequest(question, askedAt, Math.min(askedAt + this.options.timeoutMs, deadline))
    const { row, facts } = this.records.sealed(question, place, request)
    const added = this.records.store.add(row).pipe(
      Effect.onInterrupt(() => this.withdrawStored(request)),
      Effect.mapError((error) => refusals.storeUnavailable(tool.name, error))
    )
    return Effect.flatMap(added, () =>
      Effect.callback<Approval, Refused>((resume) => {
        const asked = this.ask({ request, row, facts, place, resume })
        return this.withdraw(asked)
      })
    )
  }

  private readonly defer = Effect.fnUntraced(function* (
    this: Questions,
    question: ApprovalQuestion,
    place: AnswerKey,
    { expiresMs = this.options.expiresMs }: Deferral
  ): Effect.fn.Return<never, Refused> {
    const { tool, resources } = question.request
    if (!(expiresMs > 0 && expiresMs <= longestDeferral))
      return yield* refuse(
        "InvalidArgs",
        `The call was not deferred: an approval expires after more than 0 and at most ${longestDeferral} milliseconds.`
      )
    const askedAt = this.records.clock.now()
    const request = approvalRequest(question, askedAt, askedAt + expiresMs)
    const files = yield* Effect.promise(() => fileContents(resources))
    const { row } = this.records.sealed(question, place, request, files)
    yield* Effect.mapError(this.records.store.add(row), (error) => refusals.storeUnavailable(tool.name, error))
    this.tell.requested(request)
    return yield* Effect.fail(refusals.approvalPending(tool.name, request.id, request.expiresAt))
  })

  private ask(parts: Pick<OpenQuestion, "request" | "row" | "facts" | "place" | "resume">): OpenQuestion {
    const { timeoutMs, onAsk, run } = this.options
    const askedAt = performance.now()
    const asked: OpenQuestion = {
      ...parts,
      askedAt,
      dueAt: askedAt + timeoutMs,
      timer: setTimeout(() => run(this.expire(asked)), timeoutMs),
      over: new AbortController()
    }
    const { id } = asked.request
    this.waiting.set(id, asked)
    this.tell.requested(asked.request)
    if (this.closed) run(this.withdraw(asked))
    // A listener may have decided the question by now.
    if (onAsk !== undefined && this.waiting.has(id)) this.consult(asked, onAsk)
    return asked
  }

  private consult(asked: OpenQuestion, onAsk: OnAsk): void {
    const { run } = this.options
    // Async, so that a function that throws is handled as one that rejects.
    const answer = async (): Promise<unknown> => onAsk(asked.request, asked.over.signal)
    answer().then(
      (given) => run(this.consulted(asked, readDecision(given))),
      (cause) => run(this.breakOff(asked, cause ?? new TypeError("Rejected without a reason.")))
    )
  }

  private consulted(asked: OpenQuestion, decision: GivenDecision | string): Effect.Effect<void> {
    if (isDue(asked)) return this.expire(asked)
    if (typeof decision === "string") return this.breakOff(asked, undefined)
    return this.orLost(asked, this.decideHere(asked, decision, handler))
  }

  private breakOff(asked: OpenQuestion, cause: unknown): Effect.Effect<void> {
    // A function that gives up because the question is over has not failed.
    if (!this.waiting.has(asked.request.id)) return Effect.void
    this.tell.broke(asked.request, cause)
    return this.orLost(asked, this.deniedFor(asked, refusals.handlerBroke(asked.request.toolName)))
  }

  private readonly deniedFor = Effect.fnUntraced(function* (this: Questions, asked: OpenQuestion, refusal: Refused) {
    const { made, after } = yield* this.take(asked.row, brokeOff, handler)
    if (made === undefined && after !== undefined) yield* this.hearOf(asked, after)
    this.end(asked, "deny", Effect.fail(refusal))
  })

  private readonly decideHere = Effect.fnUntraced(function* (
    this: Questions,
    asked: OpenQuestion,
    decision: GivenDecision,
    who: Decider
  ) {
    if (!this.waiting.has(asked.request.id)) return
    const { made, after } = yield* this.take(asked.row, decision, who)
    if (made !== undefined) yield* this.conclude(asked.row, asked.facts, made, who)
    else if (after !== undefined) yield* this.hearOf(asked, after)
    if (made?.scope === "always") yield* this.tell.suggested(asked.facts, made)
  })

  /** Stores a decision, if it is the first. Returns it as it was made, or the approval as it is if the decision came too late. */
  private readonly take = Effect.fnUntraced(function* (
    this: Questions,
    row: NewApproval,
    decision: GivenDecision,
    { by, from }: Decider
  ) {
    const who = { by: nameOf(by), from: nameOf(from), at: this.records.clock.now() }
    const stored = this.records.seal.decision(row, decision, who)
    const to = decision.decision === "approve" ? "approved" : "denied"
    const { changed, approval: after } = yield* this.records.store.change(row.id, { to, decision: stored })
    const made: MadeDecision | undefined = changed ? { ...decision, ...who, mac: stored.mac } : undefined
    return { made, after }
  })

  /** Answers the call that waits with a decided question, and every other one that the decision answers as well. */
  private readonly conclude = Effect.fnUntraced(function* (
    this: Questions,
    row: NewApproval,
    facts: RequestFacts,
    made: MadeDecision,
    who: Decider
  ) {
    const asked = this.waiting.get(row.id)
    const isKept = this.keep(facts, made)
    if (asked === undefined) this.tell.resolved(facts.shown, made.decision)
    else this.endWith(asked, made)
    if (!isKept) return
    for (const other of this.waiting.values()) {
      if (other.place.key !== facts.key) continue
      const { made: too } = yield* this.take(other.row, made, who)
      if (too !== undefined) this.endWith(other, too)
    }
  })

  /** Keeps a decision for the session, if it is meant for it and the session has not ended. Returns whether it was kept. */
  keep({ shown, onlyOnce, instance, key }: RequestFacts, made: MadeDecision): boolean {
    const { decision, scope, args } = made
    const isMeant = onlyOnce || (scope === "session" && (decision === "deny" || shown.maySpanSession))
    if (!isMeant || args !== undefined) return false
    const answer = { made, shown: this.records.seal.shown(shown) }
    return this.kept.keep({ session: shown.session, instance, key }, answer)
  }

  /** Answers the call that waits with a question that was decided or ended elsewhere. */
  private readonly hearOf = Effect.fnUntraced(function* (this: Questions, asked: OpenQuestion, row: StoredApproval) {
    const { id, toolName } = asked.request
    if (row.state === "open") return
    if (row.state === "expired") return this.endExpired(asked)
    if (row.state === "withdrawn") {
      this.end(asked, "withdrawn", Effect.fail(refusals.approvalWithdrawn(toolName)))
      return
    }
    const made = isSameRow(asked.row, row) ? this.records.seal.decisionOf(row) : exchanged
    if (made instanceof Unreadable) this.end(asked, "deny", Effect.fail(refusals.unreadable(toolName, id, made)))
    else yield* this.conclude(asked.row, asked.facts, made, made)
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
    this.end(asked, decision, answer)
  }

  /** Ends a question whose time is up, unless somebody else decided it just in time. */
  private expire(asked: OpenQuestion): Effect.Effect<void> {
    const { id } = asked.request
    const { store } = this.records
    return Effect.gen({ self: this }, function* () {
      if (!this.waiting.has(id)) return
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
    this.end(asked, "expired", Effect.fail(refusals.approvalExpired(asked.request.toolName, this.options.timeoutMs)))
  }

  private withdraw(asked: OpenQuestion): Effect.Effect<void> {
    return Effect.suspend(() => {
      const { request } = asked
      if (!this.end(asked, "withdrawn", Effect.fail(refusals.approvalWithdrawn(request.toolName)))) return Effect.void
      return this.withdrawStored(request)
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
        this.end(asked, "withdrawn", Effect.fail(refusals.storeUnavailable(asked.request.toolName, error)))
        return Effect.void
      })
    )
  }

  /** Ends a question. All ways to end one come here, and only the first has an effect. */
  private end({ request, timer, over, resume }: OpenQuestion, end: QuestionEnd, answer: Gated<Approval>): boolean {
    if (!this.waiting.delete(request.id)) return false
    clearTimeout(timer)
    this.tell.resolved(request, end)
    over.abort()
    resume(answer)
    return true
  }

  private factsOf(row: NewApproval): RequestFacts | Unreadable {
    const asked = this.waiting.get(row.id)
    return asked !== undefined && isSameRow(asked.row, row) ? asked.facts : this.records.seal.open(row)
  }

  private shownOf(row: NewApproval): ApprovalRequest {
    const asked = this.waiting.get(row.id)
    return asked !== undefined && isSameRow(asked.row, row) ? asked.request : this.records.shownOf(row)
  }
}

/** The name of a person or client, of a bounded length. */
const nameOf = (name: unknown): string => (typeof name === "string" ? name.slice(0, 256) : "")

const handler: Decider = { from: "onAsk" }

const brokeOff: GivenDecision = {
  decision: "deny",
  scope: "once",
  reason: "The function that asks people failed.",
  args: undefined
}

const unknown: DecisionOutcome = {
  outcome: "unknown",
  message:
    "There is no such question here: it may be of another gate or session, or was over so long ago that it is forgotten."
}

const ended: ReadonlyArray<ApprovalState> = ["approved", "denied", "expired", "withdrawn", "claimed", "done", "unknown"]

/** The longest time for which a call is deferred: 400 days, in milliseconds. */
export const longestDeferral = 400 * 24 * 60 * 60_000

const exchanged = new Unreadable("The stored request was exchanged for another one.")
