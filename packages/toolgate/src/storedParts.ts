import { StoredApprovals } from "@toolgate/approval"
import type { Approvals, PendingApprovals, QuotaStore, ResumableCalls, ToolEvents } from "@toolgate/core"
import { SqlApprovalStore, SqlQuotaStore, type StoreInvalid, storeKeyOf } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { databaseOf } from "./databaseOf.ts"
import { type StoreChoice, storeReferenceOf } from "./storeChoice.ts"

/** Makes the layer of what a store keeps for a gate: its questions with their approvals, and the counts of its quotas. */
export const storedParts = (
  choice: StoreChoice,
  asking: Omit<StoredApprovals.StoredApprovalsOptions, "key">
): Layer.Layer<Approvals | PendingApprovals | ResumableCalls | QuotaStore, StoreInvalid, ToolEvents> => {
  const reference = storeReferenceOf(choice)
  const approvals = Layer.unwrap(Effect.map(storeKeyOf(reference), (key) => StoredApprovals.layer({ ...asking, key })))
  return Layer.mergeAll(approvals.pipe(Layer.provide(SqlApprovalStore.layer)), SqlQuotaStore.layer).pipe(
    Layer.provide(databaseOf(reference))
  )
}
