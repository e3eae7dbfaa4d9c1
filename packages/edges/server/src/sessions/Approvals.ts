import {
  type DecisionOutcome,
  endedStates,
  type FoundQuestion,
  type PendingApprovals,
  type StoreUnavailable,
  type WithdrawalOutcome
} from "@toolgate/core"
import { ApprovalRequest as ApprovalRequestForm, encode } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import type { AccessToken } from "../access/AccessToken.ts"
import type { Approval, ApprovalQuery, Decided, Decision } from "../api/approvals.ts"
import { AlreadyDecided, BadRequest, Expired, Forbidden, NotFound, Stale, Unavailable } from "../api/problems.ts"
import type { Sessions } from "./Sessions.ts"

/** The problem of a decision that does not count. */
export type DecisionProblem =
  | typeof NotFound.Type
  | typeof AlreadyDecided.Type
  | typeof Stale.Type
  | typeof Expired.Type
  | typeof BadRequest.Type
  | typeof Unavailable.Type

/** The question that a decision is about. A question of another session or turn is unknown. */
export interface About {
  readonly id: string
  readonly session?: string
  readonly turn?: string
}

/** The questions of a gate, as the clients of a server see and decide them. */
export class Approvals {
  private readonly pending: PendingApprovals["Service"]
  private readonly sessions: Sessions

  constructor(pending: PendingApprovals["Service"], sessions: Sessions) {
    this.pending = pending
    this.sessions = sessions
  }

  /** Returns a page of the questions that a token sees: open ones, oldest first, or ended ones, newest first. */
  list(token: AccessToken, { state = "open", ...filter }: typeof ApprovalQuery.Type, limit: number) {
    return Effect.gen({ self: this }, function* () {
      const { session, agent, tool, cursor: after } = filter
      if (session === undefined && !seesAll(token))
        return yield* Effect.fail(BadRequest.problem('Name a session of your own, as in "?session=ID".', {}))
      if (session !== undefined && !(yield* this.sees(token, session))) return []
      const ended = state === "ended" ? { states: endedStates, newestFirst: true } : {}
      const found = yield* whileAvailable(this.pending.find({ session, agent, tool, after, limit, ...ended }))
      const shown = found.filter(({ isOpen }) => isOpen).map(({ request }) => request.id)
      yield* this.saw(token, shown, "shown")
      return found
    })
  }

  /** Returns what happened to a question, oldest first. */
  history(token: AccessToken, about: About) {
    return Effect.andThen(this.show(token, about), whileAvailable(this.pending.history(about.id)))
  }

  /** Returns a question of a session of this token. Who only sees a question may not act for its session. */
  showOwn(token: AccessToken, about: About) {
    return Effect.gen({ self: this }, function* () {
      const found = yield* this.show(token, about)
      if (yield* this.sessions.owns(token, found.request.session)) return found
      return yield* Effect.fail(Forbidden.problem("The call belongs to another token.", {}))
    })
  }

  /** Withdraws a question, or an approval whose call has not run yet. */
  withdraw(token: AccessToken, about: About) {
    return Effect.gen({ self: this }, function* () {
      yield* token.rights.has("decide") ? this.show(token, about) : this.showOwn(token, about)
      const outcome = yield* whileAvailable(this.pending.withdraw(about.id, actor(token)))
      if (outcome.outcome !== "withdrawn") return yield* Effect.fail(problemOf(outcome))
      return { message: outcome.message }
    })
  }

  /** Records that somebody who may decide was shown questions, or opened one. */
  saw(token: AccessToken, ids: ReadonlyArray<string>, how: "shown" | "opened") {
    if (ids.length === 0 || !token.rights.has("decide")) return Effect.void
    return whileAvailable(this.pending.saw(ids, { ...actor(token), how }))
  }

  /** Returns a question that a token sees. */
  show(
    token: AccessToken,
    { id, session, turn }: About
  ): Effect.Effect<FoundQuestion, typeof NotFound.Type | typeof Unavailable.Type> {
    return Effect.gen({ self: this }, function* () {
      const found = yield* whileAvailable(this.pending.get(id, session === undefined ? {} : { session }))
      const isMeant = found !== undefined && (turn === undefined || found.request.turn === turn)
      if (!isMeant || !(yield* this.sees(token, found.request.session))) return yield* Effect.fail(noQuestion)
      return found
    })
  }

  /** Decides a question for the person of a token. */
  decide(
    token: AccessToken,
    about: About,
    decision: typeof Decision.Type
  ): Effect.Effect<typeof Decided.Type, DecisionProblem> {
    return Effect.gen({ self: this }, function* () {
      const { request } = yield* this.show(token, about)
      const outcome = yield* whileAvailable(
        this.pending.decide(about.id, toDecision(decision), {
          ...actor(token),
          ...(decision.digest === undefined ? {} : { digest: decision.digest }),
          ...(about.session === undefined ? {} : { session: about.session })
        })
      )
      if (outcome.outcome === "stale")
        return yield* Effect.fail(Stale.problem(outcome.message, { digest: request.digest }))
      if (outcome.outcome !== "decided") return yield* Effect.fail(problemOf(outcome))
      const { message } = outcome
      return { id: about.id, decision: decision.decision, ...(message === undefined ? {} : { message }) }
    })
  }

  private sees(token: AccessToken, session: string) {
    return seesAll(token) ? Effect.succeed(true) : this.sessions.sees(token, session)
  }
}

/** Describes a question for clients. */
export const describeApproval = ({ request, isOpen, state, waits, decision }: FoundQuestion): typeof Approval.Type => ({
  request: encode(ApprovalRequestForm, request),
  open: isOpen,
  state,
  waits,
  ...(decision === undefined ? {} : { decision: pickDecision(decision) })
})

const pickDecision = ({ decision, by, from, at }: NonNullable<FoundQuestion["decision"]>) => ({
  decision,
  by,
  from,
  at
})

const actor = ({ name }: AccessToken) => ({ by: name, from: "HTTP" })

const seesAll = ({ rights }: AccessToken): boolean => rights.has("decide") || rights.has("read")

const noQuestion = NotFound.problem("There is no such question here, or it ended long ago.", {})

const whileAvailable = <A>(answer: Effect.Effect<A, StoreUnavailable>) =>
  Effect.mapError(answer, ({ message }) => Unavailable.problem(message, {}))

const toDecision = ({
  decision,
  scope,
  reason,
  arguments: args
}: typeof Decision.Type): Parameters<PendingApprovals["Service"]["decide"]>[1] => {
  const said = { ...(scope === undefined ? {} : { scope }), ...(reason === undefined ? {} : { reason }) }
  // A scope or arguments that a denial cannot have are reported as invalid, like any other.
  const answer = decision === "allow" ? { decision: "approve" } : { decision: "deny" }
  return { ...answer, ...said, ...(args === undefined ? {} : { args }) } as Parameters<
    PendingApprovals["Service"]["decide"]
  >[1]
}

const problemOf = (
  outcome: Exclude<DecisionOutcome | WithdrawalOutcome, { readonly outcome: "decided" | "withdrawn" }>
): DecisionProblem => {
  const { message } = outcome
  if (outcome.outcome === "unknown") return NotFound.problem(message, {})
  if (outcome.outcome !== "over") return BadRequest.problem(message, {})
  const { ended, by, from, at } = outcome
  if (ended === "expired") return Expired.problem(message, {})
  return AlreadyDecided.problem(message, {
    ended,
    ...(by === undefined ? {} : { by }),
    ...(from === undefined ? {} : { from }),
    ...(at === undefined ? {} : { at })
  })
}
