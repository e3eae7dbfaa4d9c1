import { randomBytes } from "node:crypto"
import type { ApprovalStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"

const keys = new WeakMap<ApprovalStore["Service"], SecretKey>()

/** Makes the key of approvals that are kept in memory, in a store of their own. */
export const createMemoryKey = (store: ApprovalStore["Service"]): SecretKey => {
  const key = new SecretKey(randomBytes(32))
  keys.set(store, key)
  return key
}

/** Returns the key of the `MemoryApprovals` that a store belongs to, or `undefined` for any other store. */
export const findMemoryKey = (store: ApprovalStore["Service"]): SecretKey | undefined => keys.get(store)
