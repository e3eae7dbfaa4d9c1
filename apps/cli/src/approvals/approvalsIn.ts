import { StoredApprovals } from "@toolgate/approval"
import { ApprovalStore, StoreUnavailable } from "@toolgate/core"
import { BoundedToolEvents } from "@toolgate/dispatch"
import { KeyUnavailable } from "@toolgate/local-secrets"
import { ReviewFolder } from "@toolgate/policy-files"
import { openStore, readStoreKey, SqlApprovalStore, StoreInvalid } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { getExistingStore, type StoreFlags } from "../flags/storeFlags.ts"
import { reviewFolder } from "../policy/reviewFolder.ts"
import { WrongUse } from "../WrongUse.ts"

/**
 * Provides the approvals of the selected store. Requests of ended processes are updated first. A store that cannot be opened, read or
 * written becomes an error for the user.
 */
export const provideApprovals = <A, E, R>(given: StoreFlags, use: Effect.Effect<A, E | StoreUnavailable, R>) =>
  Effect.gen(function* () {
    const reference = yield* getExistingStore(given)
    const { suggest } = new ReviewFolder(reviewFolder())
    const approvals = Layer.unwrap(
      Effect.map(readStoreKey(reference), (key) => StoredApprovals.layer({ key, suggest }))
    )
    const services = approvals.pipe(
      Layer.provideMerge(SqlApprovalStore.layer),
      Layer.provide([openStore(reference.at), BoundedToolEvents.layer])
    )
    const swept = Effect.flatMap(ApprovalStore, (store) => store.sweep())
    return yield* Effect.andThen(swept, use).pipe(Effect.provide(services))
  }).pipe(Effect.catch((cause) => (isOfStore(cause) ? Effect.fail(convertStoreError(cause)) : Effect.fail(cause))))

/** Converts a store error to one for the user of the command line. */
export const convertStoreError = (cause: StoreInvalid | StoreUnavailable): WrongUse =>
  new WrongUse({
    message: `${cause.message} ${cause.cause instanceof KeyUnavailable ? 'To use another key, name it with "--store-key".' : 'To use another store, name it with "--store".'}`,
    cause
  })

const isOfStore = (cause: unknown): cause is StoreInvalid | StoreUnavailable =>
  cause instanceof StoreInvalid || cause instanceof StoreUnavailable
