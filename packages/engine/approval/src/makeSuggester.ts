import type { ApprovalRequest } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { pickProvenance } from "./ApprovalRecords.ts"
import type { MadeDecision, RequestFacts } from "./ApprovalSeal.ts"
import type { Suggest, SuggestedCall } from "./Suggest.ts"

/** Suggests the rule of a decision of the scope `always`, and returns a sentence on it for whoever decided. */
export type Suggested = (facts: RequestFacts, made: MadeDecision) => Effect.Effect<string>

/** Returns how a rule is suggested for a decision. `failed` is called with what `suggest` throws. */
export const makeSuggester =
  (suggest: Suggest | undefined, failed: (request: ApprovalRequest, cause: unknown) => void): Suggested =>
  ({ shown, resources, context }, made) => {
    const { always } = shown
    if (always?.rule === undefined)
      return Effect.succeed(always?.covers ?? "Always: nothing, because there are no rules.")
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
