import type { ApprovalStore, CallClaims, KeyClaim, NotClaimed } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { ClaimedKeys } from "./ClaimedKeys.ts"

/**
 * Returns claims that apply within this process. Approvals are claimed in `approvals`, if given.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { memoryCallClaims } from "@toolgate/audit"
 * import * as Effect from "effect/Effect"
 *
 * const { take, settle } = memoryCallClaims()
 * const key = { digest: "of the key", args: "of the arguments", claim: "random bits" }
 * assert.equal(await Effect.runPromise(take({ key })), undefined)
 * await Effect.runPromise(settle({ key }, { executed: "yes", key: "a sealed answer" }))
 * const again = await Effect.runPromise(take({ key: { ...key, claim: "other bits" } }))
 * assert.deepEqual(again, { key: "done", outcome: "a sealed answer" })
 * ```
 */
export const memoryCallClaims = (approvals?: ApprovalStore["Service"]): CallClaims["Service"] => {
  const keys = new ClaimedKeys()
  return {
    take: ({ approval, key }) =>
      Effect.gen(function* () {
        const why = key === undefined ? undefined : keys.take(key)
        if (why !== undefined || approval === undefined) return why
        const { id, ...claim } = approval
        if (approvals === undefined) return undefined
        const notClaimed = yield* approvals.change(id, { to: "claimed", ...claim }).pipe(
          Effect.map(({ changed, approval }): NotClaimed | undefined =>
            changed ? undefined : { approval: approval?.state === "approved" ? undefined : approval?.state }
          ),
          Effect.tapCause(() => release(keys, key))
        )
        if (notClaimed !== undefined) yield* release(keys, key)
        return notClaimed
      }),
    wait: (key) =>
      Effect.callback<void>((resume) => {
        const stop = keys.whenSettled(key, () => resume(Effect.void))
        return Effect.sync(stop)
      }),
    settle: ({ approval, key }, end) =>
      Effect.gen(function* () {
        if (key !== undefined) keys.settle(key, end)
        if (approval === undefined || approvals === undefined) return
        yield* approvals.change(approval.id, {
          to: end.executed === "unknown" ? "unknown" : "done",
          outcome: end.approval
        })
      })
  }
}

const release = (keys: ClaimedKeys, key: KeyClaim | undefined) =>
  Effect.sync(() => {
    if (key !== undefined) keys.settle(key, { executed: "no" })
  })
