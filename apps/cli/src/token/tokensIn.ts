import { type AdminAct, AuditLog, type Refused, StoreUnavailable, TokenStore } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import {
  type Database,
  openStore,
  readStoreKey,
  SqlAuditLog,
  SqlTokenStore,
  StoreInvalid,
  type StoreReference
} from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { WrongUse } from "../WrongUse.ts"

/** The tokens of a store, the store's key, and its record. */
export interface TokensHere {
  readonly tokens: TokenStore["Service"]
  readonly key: SecretKey
  /** Records an act, and ends when the record is stored. */
  readonly record: (act: Omit<AdminAct, "from">) => Effect.Effect<void, StoreUnavailable | WrongUse, Database>
}

/** Runs a command with the tokens of a store. A store that cannot be used becomes an error of use. */
export const provideTokens = <A, E>(
  reference: StoreReference,
  use: (here: TokensHere) => Effect.Effect<A, E | StoreUnavailable, Database>
): Effect.Effect<A, WrongUse | Exclude<E, StoreInvalid | StoreUnavailable>> =>
  Effect.gen(function* () {
    const key = yield* readStoreKey(reference)
    return yield* use({ tokens: yield* TokenStore, key, record: (act) => recordAct(act, key) })
  }).pipe(
    Effect.provide(Layer.provideMerge(SqlTokenStore.layer, openStore(reference.at))),
    Effect.mapError((cause) =>
      cause instanceof StoreInvalid || cause instanceof StoreUnavailable
        ? convertStoreError(cause)
        : (cause as Exclude<E, StoreInvalid | StoreUnavailable>)
    )
  )

const recordAct = (act: Omit<AdminAct, "from">, key: SecretKey) =>
  Effect.gen(function* () {
    const { administered, whenKept } = yield* AuditLog
    administered?.({ ...act, from: "command line" })
    if (whenKept !== undefined) yield* Effect.mapError(whenKept(), notRecorded)
  }).pipe(Effect.provide(SqlAuditLog.layer({ key, answers: "recorded" })))

const notRecorded = (cause: Refused): WrongUse =>
  new WrongUse({
    message:
      "The record of this change cannot be written to the store. Make sure that the store can be written, and try again.",
    cause
  })
