import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { ApprovalEvent, ApprovalView } from "./ApprovalEvent.ts"
import type { ApprovalState } from "./ApprovalState.ts"
import type { SideEffectClass } from "./SideEffect.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** A stored request for approval. `sealed` holds everything about the call; the other fields are what a list shows. */
export interface StoredApproval {
  /** 128 random bits, in hexadecimal. */
  readonly id: string
  readonly tool: string
  readonly sideEffects: SideEffectClass
  readonly agent: string
  readonly session: string
  /** In milliseconds since the epoch, like `expiresAt`. */
  readonly askedAt: number
  readonly expiresAt: number
  readonly state: ApprovalState
  /** Whether a gate is waiting for the decision. If false, the call was deferred and runs when it is resumed. */
  readonly waits: boolean
  /** The keyed digest of everything that the approval covers. */
  readonly digest: string
  /** The id of the key that sealed the request. */
  readonly keyId: string
  /** The request, encrypted and authenticated together with the fields above. */
  readonly sealed: string
  readonly decision: StoredDecision | undefined
  /** The sealed result of the call. Set when the call is done. */
  readonly outcome: string | undefined
}

/** A request to add to a store. */
export type NewApproval = Omit<StoredApproval, "state" | "decision" | "outcome">

/** A stored decision. Only its MAC makes it valid: write access to the database is not enough. */
export interface StoredDecision {
  readonly decision: "approve" | "deny"
  /** The person or program that decided, by the name that their client reports. */
  readonly by: string
  /** The client that was used to decide. */
  readonly from: string
  /** The time of the decision, in milliseconds since the epoch. */
  readonly at: number
  /** The scope, the reason and any edited arguments, sealed. */
  readonly sealed: string
  /** The MAC over the decision and the id and digest of the request. */
  readonly mac: string
}

/** A change of a stored approval's state. */
export type ApprovalChange =
  | { readonly to: "approved" | "denied"; readonly decision: StoredDecision }
  | { readonly to: "expired" }
  /** `from: "open"`: only if the question is still undecided. `who`: the person and their client, for the history. */
  | { readonly to: "withdrawn"; readonly from?: "open"; readonly who?: Pick<ApprovalView, "by" | "from"> }
  /** Only if the request has this digest and its decision has this MAC. */
  | { readonly to: "claimed"; readonly digest: string; readonly mac: string }
  | { readonly to: "done" | "unknown"; readonly outcome?: string | undefined }

/** Digests by which a store finds a request without knowing agents or calls. They are not part of the request. */
export interface ApprovalKeys {
  /** The agent that asks. A delegated agent has the key of its top-level agent. */
  readonly asker: string
  /** The call. Requests for the same call of the same principal share this key. */
  readonly call: string
}

/** Selects stored approvals, or one page of them. */
export interface ApprovalFilter {
  readonly call?: string | undefined
  readonly ids?: ReadonlyArray<string> | undefined
  readonly session?: string | undefined
  readonly agent?: string | undefined
  readonly tool?: string | undefined
  readonly states?: ReadonlyArray<ApprovalState> | undefined
  /**
   * The id of an approval: only those after its place in the order, whatever has become of it. After an approval that the
   * store does not have, there are none.
   */
  readonly after?: string | undefined
  /** The maximum number, a positive integer. */
  readonly limit?: number | undefined
  /** Whether the order is from the newest to the oldest. */
  readonly newestFirst?: boolean | undefined
}

/**
 * Stores requests for approval; several gates may share one store. It knows neither calls nor keys. It decides only which
 * of several concurrent changes to an approval comes first.
 *
 * Time in a store never runs backwards. If the clock is set back, the store's time stands still until the clock catches
 * up, so that an expired approval never becomes valid again.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryApprovalStore } from "@toolgate/approval"
 * import { ApprovalStore } from "@toolgate/core"
 * import { makeNewApproval } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const request = makeNewApproval({ expiresAt: Date.now() + 60_000 })
 * const program = Effect.gen(function* () {
 *   const store = yield* ApprovalStore
 *   yield* store.add(request)
 *   // Only the first of two changes happens.
 *   yield* store.change(request.id, { to: "withdrawn" })
 *   return yield* store.change(request.id, { to: "withdrawn" })
 * })
 * const { changed, approval } = await Effect.runPromise(Effect.provide(program, MemoryApprovalStore.layer))
 * assert.deepEqual([changed, approval?.state], [false, "withdrawn"])
 * ```
 */
export class ApprovalStore extends Context.Service<
  ApprovalStore,
  {
    /**
     * Stores a new request and returns true. When the effect ends, the request survives a power failure. If the asker
     * already has `mostOpen` open requests, stores nothing and returns false.
     */
    readonly add: (
      approval: NewApproval,
      keys?: ApprovalKeys & { readonly mostOpen: number }
    ) => Effect<boolean, StoreUnavailable>
    readonly get: (id: string) => Effect<StoredApproval | undefined, StoreUnavailable>
    /**
     * Returns the matching approvals in the order in which they were asked. A page costs the same however many approvals
     * there are before and after it.
     */
    readonly list: (filter?: ApprovalFilter) => Effect<ReadonlyArray<StoredApproval>, StoreUnavailable>
    /**
     * Changes an approval's state, if its current state allows the change. Returns whether this change happened, and the
     * approval afterwards, so that a late caller sees who was first. `approved`, `denied` and `claimed` are possible only
     * before the approval expires, `expired` only afterwards. While a gate waits, only the decision has to be in time: the
     * claim may come later. A claim belongs to this gate: if its process ends, the approval becomes `unknown`.
     */
    readonly change: (
      id: string,
      change: ApprovalChange
    ) => Effect<{ readonly changed: boolean; readonly approval: StoredApproval | undefined }, StoreUnavailable>
    /**
     * Records a view of several approvals. Views of the same person, client and kind are one entry. Records nothing about
     * unknown approvals, and notifies no listener.
     */
    readonly saw: (ids: ReadonlyArray<string>, view: ApprovalView) => Effect<void, StoreUnavailable>
    /** Returns the history of an approval, oldest entry first. Empty if the approval is unknown. */
    readonly history: (id: string) => Effect<ReadonlyArray<ApprovalEvent>, StoreUnavailable>
    /**
     * Cleans up after ended processes: expires overdue requests, withdraws requests that an ended process waited for, and
     * marks its claims as `unknown`. Leaves approvals of running processes alone, on this machine and on others.
     */
    readonly sweep: () => Effect<void, StoreUnavailable>
    /**
     * Calls `changed` after an approval is added or changed, by this process or another, until the scope closes. Several
     * changes may cause one call. `changed` must return quickly.
     */
    readonly listen: (changed: () => void) => Effect<void, never, Scope>
  }
>()("@toolgate/core/ApprovalStore") {}
