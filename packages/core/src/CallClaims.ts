import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { ApprovalState } from "./ApprovalState.ts"
import type { ApprovalClaim } from "./Permit.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** The claim of one call: its approval, its idempotency key, or both. It is taken when the call starts. */
export interface CallClaim {
  readonly approval?: (ApprovalClaim & { readonly id: string }) | undefined
  readonly key?: KeyClaim | undefined
}

/** The claim of an idempotency key. */
export interface KeyClaim {
  /** The keyed digest of the idempotency key, its principal, session and tool. */
  readonly digest: string
  /** The keyed digest of the arguments. The key may be reused only with equal arguments. */
  readonly args: string
  /** Random bits that identify this claim. */
  readonly claim: string
  /** Set if the call continues what an earlier call with this key began. It takes the key again unless a third call holds it. */
  readonly goesOn?: true
}

/** The reason why a claim was not taken. Nothing was changed. */
export type NotClaimed =
  /** The state of the approval, or `undefined` if it does not exist or is not the approval that was decided. */
  | { readonly approval: ApprovalState | undefined }
  /**
   * - `held`: an earlier call has claimed the key and is still running.
   * - `differs`: the key was used for another tool or with other arguments.
   * - `unknown`: the outcome of the earlier call is not known.
   * - `done`: the earlier call has run. `outcome` is its sealed answer, if it was stored.
   */
  | { readonly key: "held" | "differs" | "unknown" }
  | { readonly key: "done"; readonly outcome: string | undefined }

/** The end of a call with a claim. Its approval is spent in any case. Its key is free again if the call did not run. */
export interface ClaimEnd {
  readonly executed: "no" | "yes" | "unknown"
  /** The answer, sealed for readers of the approval. */
  readonly approval?: string | undefined
  /** The answer, sealed for later calls with the key. Stored for a day. */
  readonly key?: string | undefined
}

/**
 * Lets a call run only once. Of all calls with one approval or one idempotency key, only one takes the claim. A claim
 * belongs to the gate that takes it. If that process ends before the claim is settled, it is unknown whether the call ran,
 * and the call does not run again.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { memoryCallClaims } from "@toolgate/audit"
 * import { CallClaims } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const key = { digest: "of the key", args: "of the arguments", claim: "random bits" }
 * const program = Effect.gen(function* () {
 *   const { take, settle } = yield* CallClaims
 *   const first = yield* take({ key })
 *   const second = yield* take({ key: { ...key, claim: "other bits" } })
 *   yield* settle({ key }, { executed: "yes" })
 *   return [first, second]
 * })
 * const claims = Effect.provideService(program, CallClaims, memoryCallClaims())
 * assert.deepEqual(await Effect.runPromise(claims), [undefined, { key: "held" }])
 * ```
 */
export class CallClaims extends Context.Service<
  CallClaims,
  {
    /** Takes all parts of a claim or none. Returns why it was not taken. A taken claim survives a power failure. */
    readonly take: (claim: CallClaim) => Effect<NotClaimed | undefined, StoreUnavailable>
    /** Waits until a claimed key may be free or done, or until the process that claimed it has ended. */
    readonly wait: (key: KeyClaim) => Effect<void, StoreUnavailable>
    /** Settles a claim. Does nothing if another gate took the claim or it is already settled. */
    readonly settle: (claim: CallClaim, end: ClaimEnd) => Effect<void, StoreUnavailable>
  }
>()("@toolgate/core/CallClaims") {}
