import { randomBytes } from "node:crypto"
import type { ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MapToolRegistry, MemoryPinStore, PinnedToolRegistry } from "@toolgate/registry"
import type { StoreInvalid, StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GateSources } from "./GateSources.ts"

/** Pin rules: whose tools need an approved definition. */
export type PinsChoice = Omit<PinnedToolRegistry.PinOptions, "key">

/** Returns a registry that starts with the gate's tools. Pins are saved in the gate's store or in memory. */
export const provideTools = (
  pins: PinsChoice | undefined,
  store: StoreReference | undefined
): Layer.Layer<ToolRegistry, ToolRegistrationError | StoreInvalid, GateSources> => {
  const registry = Layer.unwrap(Effect.map(GateSources, ({ tools }) => MapToolRegistry.layer(tools)))
  if (pins === undefined) return registry
  const pinned = store === undefined ? pinsInMemory(pins) : pinsInStore(store, pins)
  return Layer.provide(pinned, registry)
}

const pinsInMemory = (pins: PinsChoice) =>
  Layer.provide(PinnedToolRegistry.layer({ ...pins, key: new SecretKey(randomBytes(32)) }), MemoryPinStore.layer)

/** Loads the store code lazily. */
const pinsInStore = (store: StoreReference, pins: PinsChoice) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makeStoredPins.ts")),
      ({ makeStoredPins }) => makeStoredPins(store, pins)
    )
  )
