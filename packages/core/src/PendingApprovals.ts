import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import type { ApprovalDecision } from "./ApprovalDecision.ts"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
import type { ApprovalQuestion } from "./Approvals.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** The way in which a question ended. `withdrawn`: its call ended before anyone answered, or somebody took the question back. */
export type QuestionEnd = "approve" | "deny" | "expired" | "withdrawn"

/** The effect of a decision. Only `decided` has changed something; the other outcomes have a message for whoever decided. */
export type DecisionOutcome =
  /** `message`: what became of the rule that the decision suggests. */
  | { readonly outcome: "decided"; readonly message?: string }
  /** The question was over before; `ended` says how, and the rest who decided it, with which client and when. */
  | {
      readonly outcome: "over"
      readonly ended: QuestionEnd
      readonly message: string
      readonly by?: string
      readonly from?: string
      /** The time of the decision, in milliseconds since the epoch. */
      readonly at?: number
    }
  /** There is no such question here, or it ended so long ago that it is forgotten. */
  | { readonly outcome: "unknown"; readonly message: string }
  /** The decision has no valid shape. The question is still open. */
  | { readonly outcome: "invalid"; readonly message: string }
  /** The stored question cannot be read: its key is lost, or somebody changed it. It is still open. */
  | { readonly outcome: "unreadable"; readonly message: string }

/** A question as it was asked, and whether it can still be decided. */
export interface FoundQuestion {
  readonly request: ApprovalRequest
  readonly isOpen: boolean
}

/** A bound on the questions that somebody sees and decides: if `session` is given, the questions of that session only. */
export interface QuestionBounds {
  readonly session?: string | undefined
}

/** Somebody who decides: which questions they may decide, and what is recorded about them. */
export interface Decider extends QuestionBounds {
  /** The person or program that decides, by the name that their client knows. */
  readonly by?: string | undefined
  /** The client that they decide with. */
  readonly from?: string | undefined
}

/**
 * The questions that wait for somebody. Several clients, in several processes if the adapter's store is shared, may list and
 * decide them; the first decision counts.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { PendingApprovals } from "toolgate/effect"
 *
 * export const denyAll = Effect.gen(function* () {
 *   const { list, decide } = yield* PendingApprovals
 *   for (const { id } of yield* list()) yield* decide(id, { decision: "deny", reason: "We are closing." })
 * })
 * ```
 */
export class PendingApprovals extends Context.Service<
  PendingApprovals,
  {
    /** Returns the open questions in the order in which they were asked. */
    readonly list: (bounds?: QuestionBounds) => Effect.Effect<ReadonlyArray<ApprovalRequest>, StoreUnavailable>
    /** Returns a question as it was asked, open or over, or `undefined` if none of this id within the bounds is known. */
    readonly get: (id: string, bounds?: QuestionBounds) => Effect.Effect<FoundQuestion | undefined, StoreUnavailable>
    /**
     * Whether a person has answered a question of a policy before: the answer is kept for its session, or was given to an earlier call
     * of the session that was deferred and is made again. Absent: nothing is kept.
     */
    readonly isAnswered?: (question: ApprovalQuestion) => Effect.Effect<boolean>
    /**
     * Decides a question. Whatever is given is checked and answered with an outcome. A question outside of the bounds is
     * answered as unknown.
     */
    readonly decide: (
      id: string,
      decision: ApprovalDecision,
      decider?: Decider
    ) => Effect.Effect<DecisionOutcome, StoreUnavailable>
    /**
     * Calls `changed` after a question was asked and after one is over, until the scope closes. Calls may be merged: `changed`
     * says that `list` answers differently from before, and no more. It must not take time; if it throws, nothing else is
     * affected.
     */
    readonly listen: (changed: () => void) => Effect.Effect<void, never, Scope>
  }
>()("@toolgate/core/PendingApprovals") {
  /** A list that is always empty, for approvals that have none. */
  static readonly layerNone = Layer.succeed(PendingApprovals, {
    list: () => Effect.succeed([]),
    get: () => Effect.succeed(undefined),
    decide: () =>
      Effect.succeed({
        outcome: "unknown",
        message: "There is no such question: this gate keeps no list of questions."
      }),
    listen: () => Effect.void
  })
}
