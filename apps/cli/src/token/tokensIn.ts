import { StoreUnavailable, TokenStore } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import {
  type Database,
  openStore,
  readStoreKey,
  SqlTokenStore,
  StoreInvalid,
  type StoreReference
} from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { makeRecordAct, type RecordAct } from "../makeRecordAct.ts"
import type { WrongUse } from "../WrongUse.ts"

/** The tokens of a store, the store's key, and its record. */
export interface TokensHere {
  readonly tokens: TokenStore["Service"]
  readonly key: SecretKey
  readonly record: RecordAct
}

/** Runs a command with the tokens of a store. A store that cannot be used becomes an error of use. */
export const provideTokens = <A, E>(
  reference: StoreReference,
  use: (here: TokensHere) => Effect.Effect<A, E | StoreUnavailable, Database>
): Effect.Effect<A, WrongUse | Exclude<E, StoreInvalid | StoreUnavailable>> =>
  Effect.gen(function* () {
    const key = yield* readStoreKey(reference)
    return yield* use({ tokens: yield* TokenStore, key, record: makeRecordAct(key) })
  }).pipe(
    Effect.provide(Layer.provideMerge(SqlTokenStore.layer, openStore(reference.at))),
    Effect.mapError((cause) =>
      cause instanceof StoreInvalid || cause instanceof StoreUnavailable
        ? convertStoreError(cause)
        : (cause as Exclude<E, StoreInvalid | StoreUnavailable>)
    )
  )
