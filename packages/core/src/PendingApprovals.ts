import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import type { ApprovalDecision } from "./ApprovalDecision.ts"
import type { ApprovalRequest } from "./ApprovalRequest.ts"

/** The way in which a question ended. `withdrawn`: its call ended before anyone answered. */
export type QuestionEnd = "approve" | "deny" | "expired" | "withdrawn"

/** The effect of a decision. Only `decided` has changed something; the other outcomes have a message for whoever decided. */
export type DecisionOutcome =
  | { readonly outcome: "decided" }
  /** The question was over before; `ended` says how. */
  | { readonly outcome: "over"; readonly ended: QuestionEnd; readonly message: string }
  /** There is no such question here, or it ended so long ago that it is forgotten. */
  | { readonly outcome: "unknown"; readonly message: string }
  /** The decision has no valid shape. The question is still open. */
  | { readonly outcome: "invalid"; readonly message: string }

/** A bound on the questions that somebody sees and decides: if `session` is given, the questions of that session only. */
export interface QuestionBounds {
  readonly session?: string | undefined
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
    readonly list: (bounds?: QuestionBounds) => Effect.Effect<ReadonlyArray<ApprovalRequest>>
    /**
     * Decides a question. Whatever is given is checked and answered with an outcome. A question outside of the bounds is
     * answered as unknown.
     */
    readonly decide: (id: string, decision: ApprovalDecision, bounds?: QuestionBounds) => Effect.Effect<DecisionOutcome>
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
    decide: () =>
      Effect.succeed({
        outcome: "unknown",
        message: "There is no such question: this gate keeps no list of questions."
      }),
    listen: () => Effect.void
  })
}
