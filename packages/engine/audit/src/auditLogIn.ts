import type { AuditLog, AuditStore } from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import { CallEntry } from "./CallEntry.ts"
import type { ClaimOptions } from "./claims/Claiming.ts"
import { deniedCall } from "./records/deniedCall.ts"

/** Returns the audit log that writes to a store. With `claims`, the store takes the claims of calls with their intents. */
export const auditLogIn = (store: AuditStore, key: SecretKey, claims?: ClaimOptions): AuditLog["Service"] => ({
  entry: (permit, policyDigest) => new CallEntry(store, key, permit, policyDigest, claims),
  refused: (answer, context, by) => store.append(deniedCall(answer, context, key, by))
})
