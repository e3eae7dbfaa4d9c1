import { type AuditLog, type AuditStore, type Gated, type Refused, refused } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import { CallEntry } from "./CallEntry.ts"
import type { ClaimOptions } from "./claims/Claiming.ts"
import { recordAdminAct } from "./records/recordAdminAct.ts"
import { recordDeniedCall } from "./records/recordDeniedCall.ts"
import { recordObservedUse } from "./records/recordObservedUse.ts"

/** The time when calls are answered. `"recorded"`: after their records are safely stored. */
export type AnswerTime = "at once" | "recorded"

/**
 * Returns an audit log that writes to a store. With `claims`, the store takes a call's claim together with its intent.
 */
export const makeAuditLog = (
  store: AuditStore,
  key: SecretKey,
  answers: AnswerTime = "at once",
  claims?: ClaimOptions
): AuditLog["Service"] => ({
  entry: (permit, policyDigest) => new CallEntry(store, key, permit, policyDigest, claims),
  refused: (answer, context, by) => store.append(recordDeniedCall(answer, context, key, by)),
  observed: (use, context, by) => store.append(recordObservedUse(use, context, by, key)),
  administered: (act) => store.append(recordAdminAct(act, key)),
  takesClaims: claims !== undefined,
  ...(answers === "recorded" ? { whenKept: () => whenKept(store) } : {})
})

// The end of the call does not interrupt this wait, so a hanging disk must not make it endless.
const longestWait = "30 seconds"

const whenKept = (store: AuditStore): Gated<void> =>
  Effect.callback<void, Refused>((resume) => {
    store.whenKept((isKept) => resume(isKept ? Effect.void : Effect.fail(perhapsLost)))
  }).pipe(Effect.timeoutOrElse({ duration: longestWait, orElse: () => Effect.fail(perhapsLost) }))

const perhapsLost = refused(
  "AuditUnavailable",
  "The record of a call may be lost, because the audit log cannot be written at the moment."
)
