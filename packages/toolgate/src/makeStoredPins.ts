import type { ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import { PinnedToolRegistry, type ToolPins } from "@toolgate/registry"
import { readStoreKey, SqlPinStore, type StoreInvalid, type StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { databaseOf } from "./databaseOf.ts"

/** Makes a registry whose pins are saved in a store. */
export const makeStoredPins = (
  store: StoreReference,
  rules: Omit<PinnedToolRegistry.PinOptions, "key">
): Layer.Layer<ToolRegistry | ToolPins, ToolRegistrationError | StoreInvalid, ToolRegistry> =>
  Layer.unwrap(Effect.map(readStoreKey(store), (key) => PinnedToolRegistry.layer({ ...rules, key }))).pipe(
    Layer.provide(SqlPinStore.layer),
    Layer.provide(databaseOf(store))
  )
