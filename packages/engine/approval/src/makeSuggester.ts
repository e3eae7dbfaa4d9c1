import type { ApprovalRequest } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { MadeDecision, RequestFacts } from "./ApprovalSeal.ts"
import { pickProvenance } from "./pickProvenance.ts"
import type { Suggest, SuggestedCall } from "./Suggest.ts"

/** Suggests the rule of an `always` decision, and returns a sentence for the approver. */
export type Suggested = (facts: RequestFacts, made: MadeDecision) => Effect.Effect<string>

/** Makes a suggester. `failed` is called with errors of `suggest`. */
export const makeSuggester =
  (suggest: Suggest | undefined, failed: (request: ApprovalRequest, cause: unknown) => void): Suggested =>
  ({ shown, resources, context }, made) => {
    const { always } = shown
    if (always?.rule === undefined)
      return Effect.succeed(always?.covers ?? "Always: not offered, because there are no rules.")
    if (suggest === undefined) return Effect.succeed("No rule is suggested: this gate has no place for suggestions.")
    const call = { resources, context: { ...context, deadline: undefined } } as SuggestedCall
    return Effect.tryPromise(async () => suggest(shown, pickProvenance(made), call)).pipe(
      Effect.map((said) => said ?? always.covers),
      Effect.catch((cause) => {
        failed(shown, cause)
        return Effect.succeed("No rule could be suggested: the log of the gate says why.")
      })
    )
  }
