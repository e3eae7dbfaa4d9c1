import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import type { ApprovalDecision } from "./ApprovalDecision.ts"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
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
  /** The stored question cannot be read: its key is lost, or its row was changed. It is still open. */
  | { readonly outcome: "unreadable"; readonly message: string }

/** A question as it was asked, and whether it is still open. */
export interface FoundQuestion {
  readonly request: ApprovalRequest
  readonly isOpen: boolean
}

/** Restricts a client to the questions of one session, if `session` is set. */
export interface QuestionBounds {
  readonly session?: string | undefined
}

/** The person or program that decides: which questions they may decide, and what is recorded about them. */
export interface Decider extends QuestionBounds {
  /** Their name, as their client reports it. */
  readonly by?: string | undefined
  /** Their client. */
  readonly from?: string | undefined
}

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
    /** Returns the open questions in the order in which they were asked. */
    readonly list: (bounds?: QuestionBounds) => Effect.Effect<ReadonlyArray<ApprovalRequest>, StoreUnavailable>
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
     * Calls `changed` after a question is asked or ends, until the scope closes. Several changes may cause one call, which
     * says only that `list` may have changed. `changed` must return quickly; if it throws, nothing else is affected.
     */
    readonly listen: (changed: () => void) => Effect.Effect<void, never, Scope>
  }
>()("@toolgate/core/PendingApprovals") {
  /** An empty list, for approvals that do not list questions. */
  static readonly layerNone = Layer.succeed(PendingApprovals, {
    list: () => Effect.succeed([]),
    get: () => Effect.succeed(undefined),
    decide: () =>
      Effect.succeed({
        outcome: "unknown",
        message: "Unknown question: this gate does not list questions."
      }),
    listen: () => Effect.void
  })
}
