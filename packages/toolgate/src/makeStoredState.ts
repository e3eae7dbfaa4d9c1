import { StoredApprovals, sealOutcome } from "@toolgate/approval"
import { AuditReader, claimingAuditLog } from "@toolgate/audit"
import {
  type Approvals,
  AuditLog,
  CallClaims,
  type ChainRuns,
  type PendingApprovals,
  type QuotaStore,
  type ResumableCalls,
  type ToolEvents
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import {
  Database,
  readStoreKey,
  SqlApprovalStore,
  SqlAuditLog,
  SqlCallClaims,
  SqlChainRuns,
  SqlQuotaStore,
  StoreInvalid
} from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { databaseOf } from "./databaseOf.ts"
import type { StoreOptions } from "./storeChoice.ts"

/**
 * Returns a gate's state in a store: questions, approvals, script runs, quota counts, claims of calls, and the record unless it is saved
 * elsewhere.
 */
export const makeStoredState = <E>(
  reference: StoreOptions,
  asking: Omit<StoredApprovals.StoredApprovalsOptions, "key">,
  record: Layer.Layer<AuditLog, E> | undefined
): Layer.Layer<
  Approvals | PendingApprovals | ResumableCalls | ChainRuns | QuotaStore | AuditLog,
  E | StoreInvalid,
  ToolEvents
> =>
  Layer.unwrap(
    Effect.map(readStoreKey(reference), (key) => {
      const approvals = StoredApprovals.layer({ ...asking, key }).pipe(Layer.provide(SqlApprovalStore.layer))
      const audit =
        record === undefined
          ? Layer.merge(recordInStore(key, reference.answers), readerOfStore)
          : Layer.provide(claimedInStore(key), record)
      return Layer.mergeAll(approvals, SqlChainRuns.layer(key), SqlQuotaStore.layer, audit).pipe(
        Layer.provide(databaseOf(reference))
      )
    })
  )

const claimOptions = (key: SecretKey) => ({
  key,
  sealAnswer: (id: string, answer: Parameters<typeof sealOutcome>[2]) => sealOutcome(key, id, answer)
})

const recordInStore = (key: SecretKey, answers: StoreOptions["answers"]) =>
  SqlAuditLog.layer({ ...claimOptions(key), ...(answers === undefined ? {} : { answers }) }).pipe(
    Layer.catchTag("StoreUnavailable", ({ message, cause }) =>
      Layer.effect(AuditLog, Effect.fail(new StoreInvalid({ message, cause })))
    )
  )

const readerOfStore = Layer.effect(AuditReader, Effect.map(Database, SqlAuditLog.source))

/** Runs each approval and each idempotency key once among all gates of the store, with a record that is saved elsewhere. */
const claimedInStore = (key: SecretKey) =>
  Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      return yield* claimingAuditLog(yield* AuditLog, { claims: yield* CallClaims, ...claimOptions(key) })
    })
  ).pipe(Layer.provide(SqlCallClaims.layer))
