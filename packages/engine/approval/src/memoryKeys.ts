import { randomBytes } from "node:crypto"
import type { ApprovalStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"

const keys = new WeakMap<ApprovalStore["Service"], SecretKey>()

/** Creates the key for approvals in memory. */
export const createMemoryKey = (store: ApprovalStore["Service"]): SecretKey => {
  const key = new SecretKey(randomBytes(32))
  keys.set(store, key)
  return key
}

/**
 * Returns the key of the `MemoryApprovals` that own a store, or `undefined` for other stores.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findMemoryKey, MemoryApprovalStore, MemoryApprovals } from "@toolgate/approval"
 * import { ApprovalStore } from "@toolgate/core"
 * import { BoundedToolEvents } from "@toolgate/dispatch"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const approvals = MemoryApprovals.layer().pipe(Layer.provide(BoundedToolEvents.layer))
 * const key = await Effect.runPromise(Effect.provide(Effect.map(ApprovalStore, findMemoryKey), approvals))
 * assert.notEqual(key, undefined)
 * // Other stores have no such key.
 * assert.equal(findMemoryKey(MemoryApprovalStore.make()), undefined)
 * ```
 */
export const findMemoryKey = (store: ApprovalStore["Service"]): SecretKey | undefined => keys.get(store)
