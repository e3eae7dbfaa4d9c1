import { SessionStore, TokenStore, WebhookQueue } from "@toolgate/core"
import {
  makeToken,
  type NewToken,
  openStore,
  readStoreKey,
  SqlSessionStore,
  SqlTokenStore,
  SqlWebhookQueue,
  type StoreReference
} from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { ServerStore } from "./ServerOptions.ts"

/** The tokens, sessions and webhooks of an open store. */
export interface OpenServerStore extends ServerStore {
  /** The queue of deliveries, for the option of this name. */
  readonly webhookQueue: WebhookQueue["Service"]
  /** Adds a token, and returns its secret, which is not stored. Rejects if the store cannot be written. */
  readonly addToken: (token: NewToken, by: string) => Promise<string>
  readonly close: () => Promise<void>
}

/**
 * Opens the tokens, sessions and webhooks in a store, such as `{ at: "server.sqlite" }`. The key is made when it is needed. Rejects if the store
 * or its key cannot be used.
 */
export const openServerStore = async (reference: StoreReference): Promise<OpenServerStore> => {
  const key = await Effect.runPromise(readStoreKey(reference))
  const layer = Layer.mergeAll(SqlTokenStore.layer, SqlSessionStore.layer, SqlWebhookQueue.layer)
  const runtime = ManagedRuntime.make(Layer.provide(layer, openStore(reference.at)))
  const services = await runtime.context()
  const tokens = Context.get(services, TokenStore)
  return {
    key,
    tokens,
    sessions: Context.get(services, SessionStore),
    webhookQueue: Context.get(services, WebhookQueue),
    addToken: async (given, by) => {
      const { secret, token } = makeToken(given, { by, at: Date.now() }, key)
      await runtime.runPromise(tokens.add(token))
      return secret
    },
    close: () => runtime.dispose()
  }
}
