import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { SideEffectClass } from "./SideEffect.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/**
 * The state of a stored approval. It begins as `open`, and no change leads back.
 *
 * - `open` → `approved`, `denied`, `expired` or `withdrawn`
 * - `approved` → `claimed` (its call begins) or `withdrawn`, and `expired` if the call was deferred
 * - `claimed` → `done`, or `unknown` if nobody knows what became of the call
 * - `done` → `withdrawn`, where the approval answers further calls of its session no more
 */
export type ApprovalState = "open" | "approved" | "denied" | "expired" | "withdrawn" | "claimed" | "done" | "unknown"

/** A request for approval as it is stored. Whatever tells what the call is about is sealed; the rest is what a list shows. */
export interface StoredApproval {
  /** 128 random bits, in hexadecimal. */
  readonly id: string
  readonly tool: string
  readonly sideEffects: SideEffectClass
  readonly agent: string
  readonly session: string
  /** A time in milliseconds since the epoch, as `expiresAt` is. */
  readonly askedAt: number
  readonly expiresAt: number
  readonly state: ApprovalState
  /** Whether a gate waits for the decision. If not, the call was deferred, and runs when somebody resumes it. */
  readonly waits: boolean
  /** The keyed digest of everything that is approved. */
  readonly digest: string
  /** The id of the key that sealed the request. */
  readonly keyId: string
  /** The request itself, encrypted and authenticated together with the members above. */
  readonly sealed: string
  readonly decision: StoredDecision | undefined
  /** The result of the call, sealed. Set once the call is done. */
  readonly outcome: string | undefined
}

/** A request as it is added to a store. */
export type NewApproval = Omit<StoredApproval, "state" | "decision" | "outcome">

/** A decision as it is stored. Its MAC makes it valid: a row in a database is no authority. */
export interface StoredDecision {
  readonly decision: "approve" | "deny"
  /** The person or program that decided, by the name that their client knows. */
  readonly by: string
  /** The client that they decided with. */
  readonly from: string
  /** The time of the decision, in milliseconds since the epoch. */
  readonly at: number
  /** The rest of the decision, sealed: its scope, its reason, and edited arguments. */
  readonly sealed: string
  /** The authentication code of the decision together with the id and the digest of the request. */
  readonly mac: string
}

/** A change of a stored approval to another state. */
export type ApprovalChange =
  | { readonly to: "approved" | "denied"; readonly decision: StoredDecision }
  | { readonly to: "expired" }
  /** `from`: only if nobody has decided. */
  | { readonly to: "withdrawn"; readonly from?: "open" }
  /** Only for the request of this digest, approved by the decision of this MAC. */
  | { readonly to: "claimed"; readonly digest: string; readonly mac: string }
  | { readonly to: "done" | "unknown"; readonly outcome?: string | undefined }

/** The keys by which a store finds a request, as digests: a store knows neither agents nor calls. They are no part of the request. */
export interface ApprovalKeys {
  /** The agent that asks. Delegated agents have the key of the agent above them. */
  readonly asker: string
  /** The call, equal for every request for the same call of the same principal. */
  readonly call: string
}

/** A bound on a list of stored approvals. */
export interface ApprovalFilter {
  readonly call?: string | undefined
  readonly ids?: ReadonlyArray<string> | undefined
  readonly session?: string | undefined
  readonly states?: ReadonlyArray<ApprovalState> | undefined
}

/**
 * The store of requests for approval, which several gates may share. It knows neither calls nor keys, and decides one thing: which
 * of several changes of one approval was first.
 *
 * Time runs forward in a store: if a clock is set back, the store's time stands still until the clock has caught up, so that an
 * expired approval never becomes valid again.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ApprovalStore } from "@toolgate/core"
 *
 * export const withdraw = (id: string) =>
 *   Effect.gen(function* () {
 *     const { change } = yield* ApprovalStore
 *     const { changed, approval } = yield* change(id, { to: "withdrawn" })
 *     return changed ? "withdrawn" : (approval?.state ?? "unknown")
 *   })
 * ```
 */
export class ApprovalStore extends Context.Service<
  ApprovalStore,
  {
    /**
     * Stores a new request, and returns true. When the effect ends, the request would survive a loss of power. Returns false, and stores
     * nothing, if the asker has `mostOpen` open requests.
     */
    readonly add: (
      approval: NewApproval,
      keys?: ApprovalKeys & { readonly mostOpen: number }
    ) => Effect<boolean, StoreUnavailable>
    readonly get: (id: string) => Effect<StoredApproval | undefined, StoreUnavailable>
    /** Returns the approvals within the bounds, in the order in which they were asked. */
    readonly list: (filter?: ApprovalFilter) => Effect<ReadonlyArray<StoredApproval>, StoreUnavailable>
    /**
     * Changes the state of an approval if the state that it is in allows that, and otherwise nothing. Returns whether this change
     * took place, and the approval as it is afterwards: whoever comes second learns who was first. `approved`, `denied` and
     * `claimed` take place only before the approval expires; `expired` only afterwards. If a gate waits, the time bounds only the
     * decision: what was approved in time can be claimed later. A claim is held by this gate: if its process ends, the approval
     * becomes `unknown`.
     */
    readonly change: (
      id: string,
      change: ApprovalChange
    ) => Effect<{ readonly changed: boolean; readonly approval: StoredApproval | undefined }, StoreUnavailable>
    /**
     * Finds what was left behind: expires what is due, withdraws the requests that ended processes waited for, and declares their
     * claims `unknown`. What belongs to a process that lives is left alone, on this machine and on others.
     */
    readonly sweep: () => Effect<void, StoreUnavailable>
    /**
     * Calls `changed` after an approval has come or changed, in this process or another, until the scope closes. Calls may be
     * merged. `changed` must not take time.
     */
    readonly listen: (changed: () => void) => Effect<void, never, Scope>
  }
>()("@toolgate/core/ApprovalStore") {}
