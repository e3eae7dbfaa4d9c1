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

/** Returns the key of the `MemoryApprovals` that own a store, or `undefined` for other stores. */
export const findMemoryKey = (store: ApprovalStore["Service"]): SecretKey | undefined => keys.get(store)
