import { MemoryApprovals } from "@toolgate/approval"
import { Approvals, ToolEvents } from "@toolgate/core"
import { makeGrant } from "@toolgate/policy"
import type { DryVerdict } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ApprovalRequest } from "toolgate"

/** Returns the question for a person in its original words. `undefined` if no person would be asked. */
export const getPolicyQuestion = ({ request, verdict }: DryVerdict): Effect.Effect<ApprovalRequest | undefined> => {
  if (verdict.decision !== "ask") return Effect.undefined
  const { because, why, covers } = verdict
  let asked: ApprovalRequest | undefined
  const approvals = MemoryApprovals.layer({
    onAsk: (shown) => {
      asked = shown
      return { decision: "deny" }
    }
  }).pipe(
    Layer.provide(Layer.succeed(ToolEvents, { publish: () => {}, subscribe: Effect.never, listen: () => Effect.void }))
  )
  return Effect.flatMap(Approvals, ({ obtain }) =>
    obtain({ request, because, why, covers, grant: makeGrant(request, verdict), onlyOnce: covers !== "call" })
  ).pipe(
    Effect.ignore,
    Effect.map(() => asked),
    Effect.provide(approvals)
  )
}
