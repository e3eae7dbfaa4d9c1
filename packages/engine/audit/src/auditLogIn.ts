import type { AuditLog, AuditStore } from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import { CallEntry } from "./CallEntry.ts"
import { deniedCall } from "./records/deniedCall.ts"

/** Returns the audit log that writes to a store. */
export const auditLogIn = (store: AuditStore, key: SecretKey): AuditLog["Service"] => ({
  entry: (permit, policyDigest) => new CallEntry(store, key, permit, policyDigest),
  refused: (answer, context, by) => store.append(deniedCall(answer, context, key, by))
})
