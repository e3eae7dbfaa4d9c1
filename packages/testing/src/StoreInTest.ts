import type { ApprovalStore, StoredApproval, StoreUnavailable } from "@toolgate/core"
import type * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

type Approvals = ApprovalStore["Service"]

/** A store as the cases of its contract use it. */
export interface StoreInTest extends Omit<Approvals, "add"> {
  /** Adds an approval with the given members, which expires a minute later. Returns it as stored. */
  readonly add: (
    members: Partial<StoredApproval>,
    keys?: Parameters<Approvals["add"]>[1]
  ) => Effect.Effect<StoredApproval, StoreUnavailable>
}

/** The clock of a store. Cases move it. */
export interface StoreClock {
  now: number
}

/** Makes the body of a case, which has a new store. */
export type UseApprovalStore = (
  use: (store: StoreInTest, clock: StoreClock) => Effect.Effect<void, StoreUnavailable, Scope>
) => () => Promise<void>
