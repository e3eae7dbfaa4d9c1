import type { AuditLog } from "@toolgate/core"
import type { AuditStore } from "./AuditStore.ts"
import { CallEntry } from "./CallEntry.ts"
import { deniedCall } from "./records/deniedCall.ts"
import type { DigestKey } from "./redaction/DigestKey.ts"
import { timeOfNow } from "./timeOfNow.ts"

/** The audit log over a store. */
export const auditLogIn = (store: AuditStore, key: DigestKey): AuditLog["Service"] => ({
  entry: (permit) => new CallEntry(store, key, permit),
  refused: (answer, context) =>
    store.append({
      at: timeOfNow(),
      text: deniedCall(answer, context, key),
      durable: false,
      kept: undefined,
      place: undefined,
      isQueued: false,
      next: undefined
    })
})
