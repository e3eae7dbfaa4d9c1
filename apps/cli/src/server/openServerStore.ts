import { SessionStore, TokenStore } from "@toolgate/core"
import { openStore, readStoreKey, SqlSessionStore, SqlTokenStore, type StoreReference } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { convertStoreError } from "../approvals/approvalsIn.ts"

/** Opens the tokens and sessions of a store, until the scope closes. */
export const openServerStore = (reference: StoreReference) =>
  Effect.gen(function* () {
    const key = yield* readStoreKey(reference)
    const layer = Layer.merge(SqlTokenStore.layer, SqlSessionStore.layer)
    const services = yield* Layer.build(Layer.provide(layer, openStore(reference.at)))
    return { key, tokens: Context.get(services, TokenStore), sessions: Context.get(services, SessionStore) }
  }).pipe(Effect.mapError(convertStoreError))
