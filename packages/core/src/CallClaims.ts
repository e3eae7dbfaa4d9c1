import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { ApprovalState } from "./ApprovalStore.ts"
import type { ApprovalClaim } from "./Permit.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** The claim of one call, taken as the call begins: of its approval, of its idempotency key, or of both. */
export interface CallClaim {
  readonly approval?: (ApprovalClaim & { readonly id: string }) | undefined
  readonly key?: KeyClaim | undefined
}

/** The claim of an idempotency key. */
export interface KeyClaim {
  /** The keyed digest of the key together with the principal, the session and the tool that it is bound to. */
  readonly digest: string
  /** The keyed digest of the arguments. The key stands for these arguments and no others. */
  readonly args: string
  /** Random bits that tell this claim from every other claim of the key. */
  readonly claim: string
  /** Set if the call goes on with what an earlier call with the key began, and takes the key again unless a third call holds it. */
  readonly goesOn?: true
}

/** The reason why a claim was not taken. Nothing was changed then. */
export type NotClaimed =
  /** The state of the approval, or `undefined` if there is no such approval, or it is not the one that was decided. */
  | { readonly approval: ApprovalState | undefined }
  /**
   * - `held`: an earlier call has claimed the key, and has not ended.
   * - `differs`: the key was used with other arguments.
   * - `unknown`: nobody knows what became of the earlier call.
   * - `done`: the earlier call has run. `outcome` is its answer, sealed, if that is kept.
   */
  | { readonly key: "held" | "differs" | "unknown" }
  | { readonly key: "done"; readonly outcome: string | undefined }

/** The end of a call that had a claim. An approval is spent in any case. The key of a call that did not run is free again. */
export interface ClaimEnd {
  readonly executed: "no" | "yes" | "unknown"
  /** The answer to the call, sealed for whoever asks for the approval. */
  readonly approval?: string | undefined
  /** The answer to the call, sealed for whoever uses the key again. It is kept for a day. */
  readonly key?: string | undefined
}

/**
 * The service that lets a call run once: of all calls with one approval, and of all calls with one idempotency key, one takes the
 * claim. A claim belongs to the gate that takes it. If the gate's process ends before the claim is settled, nobody knows whether the
 * call ran, and it does not run again.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { type CallClaim, CallClaims } from "@toolgate/core"
 *
 * export const isFirst = (claim: CallClaim) =>
 *   Effect.gen(function* () {
 *     const { take } = yield* CallClaims
 *     return (yield* take(claim)) === undefined
 *   })
 * ```
 */
export class CallClaims extends Context.Service<
  CallClaims,
  {
    /** Takes a claim, all of it or nothing. Returns why it was not taken. A claim that is taken would survive a loss of power. */
    readonly take: (claim: CallClaim) => Effect<NotClaimed | undefined, StoreUnavailable>
    /** Waits until a key that was held may be free or done, or until its holder has ended. */
    readonly wait: (key: KeyClaim) => Effect<void, StoreUnavailable>
    /** Settles a claim that was taken. A claim that is not this gate's, or is settled, stays as it is. */
    readonly settle: (claim: CallClaim, end: ClaimEnd) => Effect<void, StoreUnavailable>
  }
>()("@toolgate/core/CallClaims") {}
