import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import type { ApprovalDecision } from "./ApprovalDecision.ts"
import type { ApprovalEvent, ApprovalView } from "./ApprovalEvent.ts"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
import type { ApprovalState } from "./ApprovalState.ts"
import type { ApprovalFilter, StoredDecision } from "./ApprovalStore.ts"
import type { ApprovalQuestion } from "./Approvals.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** The end of a question. `withdrawn`: its call ended before a person answered, or the question was cancelled. */
export type QuestionEnd = "approve" | "deny" | "expired" | "withdrawn"

/** The outcome of a decision. Only `decided` changes anything; the others carry a message for the decider. */
export type DecisionOutcome =
  /** `message`: what happened to the suggested rule. */
  | { readonly outcome: "decided"; readonly message?: string }
  /** The question had already ended. `ended` says how; the other fields name the person, their client and the time. */
  | {
      readonly outcome: "over"
      readonly ended: QuestionEnd
      readonly message: string
      readonly by?: string
      readonly from?: string
      /** In milliseconds since the epoch. */
      readonly at?: number
    }
  /** The question does not exist here, or ended too long ago to be remembered. */
  | { readonly outcome: "unknown"; readonly message: string }
  /** The decision is malformed. The question is still open. */
  | { readonly outcome: "invalid"; readonly message: string }
  /** The decision is about another digest than the question's. The question is still open. */
  | { readonly outcome: "stale"; readonly message: string }
  /** The stored question cannot be read: its key is lost, or its row was changed. It is still open. */
  | { readonly outcome: "unreadable"; readonly message: string }

const notListed = { outcome: "unknown", message: "Unknown question: this gate does not list questions." } as const

/** The outcome of withdrawing a question. Only `withdrawn` changes anything. */
export type WithdrawalOutcome =
  | { readonly outcome: "withdrawn"; readonly message: string }
  | Extract<DecisionOutcome, { readonly outcome: "over" | "unknown" }>

/** A question as it was asked, and what has become of it. */
export interface FoundQuestion {
  readonly request: ApprovalRequest
  readonly isOpen: boolean
  readonly state: ApprovalState
  /** Whether a gate waits for the decision. If not, the call was deferred. */
  readonly waits: boolean
  /** The decision as the store has it. A gate checks its authentication code before it acts on it. */
  readonly decision?: Pick<StoredDecision, "decision" | "by" | "from" | "at">
}

/** Restricts a client to the questions of one session, if `session` is set. */
export interface QuestionBounds {
  readonly session?: string | undefined
}

/** Selects questions, or one page of them. */
export interface QuestionFilter extends QuestionBounds, Pick<ApprovalFilter, "agent" | "tool"> {
  /** `["open"]` by default. `endedStates` are those of the history. */
  readonly states?: ReadonlyArray<ApprovalState> | undefined
  /**
   * The id of the last question of the page before. The page begins after its place, even if that question has ended
   * meanwhile. After an unknown question, there are none.
   */
  readonly after?: string | undefined
  /** The maximum number of questions, 1 or more. All by default. */
  readonly limit?: number | undefined
  /** Whether the order is from the newest to the oldest. */
  readonly newestFirst?: boolean | undefined
}

/** A person or program: which questions they may see, and what is recorded about them. */
export interface QuestionActor extends QuestionBounds {
  /** Their name, as their client reports it. */
  readonly by?: string | undefined
  /** Their client. */
  readonly from?: string | undefined
}

/** The person or program that decides. */
export interface Decider extends QuestionActor {
  /** The digest of the question as they saw it. A question with another digest stays open, and the outcome is `stale`. */
  readonly digest?: string | undefined
}

/** A view of a question by a person, and which questions they may see. */
export interface QuestionView extends QuestionActor, ApprovalView {}

/**
 * Questions that wait for a decision. Several clients may list and decide them, also in other processes if they share the
 * adapter's store. The first decision counts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { createToolgate, defineTool } from "toolgate"
 * import { PendingApprovals, partsOf } from "toolgate/effect"
 *
 * const parameters = { type: "object" } as const
 * const execute = () => "Deployed."
 * const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], onAsk: "wait" })
 * const { services } = partsOf(gate)
 * const deny = (id: string) =>
 *   Effect.flatMap(PendingApprovals, ({ decide }) => decide(id, { decision: "deny", reason: "We are closing." }))
 *
 * const answer = gate.dispatch({ id: "1", tool: "deploy", args: {} })
 * const { value: question } = await gate.approvals[Symbol.asyncIterator]().next()
 * await Effect.runPromiseWith(services)(deny(question.id))
 * assert.equal((await answer).error?.why, "UserDenied")
 * ```
 */
export class PendingApprovals extends Context.Service<
  PendingApprovals,
  {
    /** Returns the open questions in the order in which they were asked, or those that a filter selects. */
    readonly list: (filter?: QuestionFilter) => Effect.Effect<ReadonlyArray<ApprovalRequest>, StoreUnavailable>
    /** Returns the same questions as `list`, each with what has become of it. */
    readonly find: (filter?: QuestionFilter) => Effect.Effect<ReadonlyArray<FoundQuestion>, StoreUnavailable>
    /** Returns an open or ended question as it was asked, or `undefined` if it is unknown or out of bounds. */
    readonly get: (id: string, bounds?: QuestionBounds) => Effect.Effect<FoundQuestion | undefined, StoreUnavailable>
    /**
     * Whether a person has already answered a policy's question: with an answer for the session, or for an earlier
     * deferred call that is now repeated. Absent: answers are not stored.
     */
    readonly isAnswered?: (question: ApprovalQuestion) => Effect.Effect<boolean>
    /** Decides a question. Checks the decision and reports an outcome. A question out of bounds is reported as unknown. */
    readonly decide: (
      id: string,
      decision: ApprovalDecision,
      decider?: Decider
    ) => Effect.Effect<DecisionOutcome, StoreUnavailable>
    /**
     * Withdraws a question, or an approval whose call has not run yet. If the call has run, its approval covers no further
     * calls of the session. A question out of bounds is reported as unknown.
     */
    readonly withdraw: (id: string, actor?: QuestionActor) => Effect.Effect<WithdrawalOutcome, StoreUnavailable>
    /**
     * Records that a client has shown questions to a person, or that the person has opened one. Views of the same person,
     * client and kind are one entry in a question's history. Ignores questions that are unknown or out of bounds.
     */
    readonly saw: (id: string | ReadonlyArray<string>, view: QuestionView) => Effect.Effect<void, StoreUnavailable>
    /** Returns what happened to a question, oldest first. Empty if it is unknown or out of bounds. */
    readonly history: (
      id: string,
      bounds?: QuestionBounds
    ) => Effect.Effect<ReadonlyArray<ApprovalEvent>, StoreUnavailable>
    /**
     * Calls `changed` after a question is asked or ends, until the scope closes. Several changes may cause one call, which
     * says only that `list` may have changed. `changed` must return quickly; if it throws, nothing else is affected.
     */
    readonly listen: (changed: () => void) => Effect.Effect<void, never, Scope>
  }
>()("@toolgate/core/PendingApprovals") {
  /** An empty list, for approvals that do not list questions. */
  static readonly layerNone = Layer.succeed(PendingApprovals, {
    list: () => Effect.succeed([]),
    find: () => Effect.succeed([]),
    get: () => Effect.succeed(undefined),
    decide: () => Effect.succeed(notListed),
    withdraw: () => Effect.succeed(notListed),
    saw: () => Effect.void,
    history: () => Effect.succeed([]),
    listen: () => Effect.void
  })
}
