import type { PinStore, Tool, ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import { MapToolRegistry, PinnedToolRegistry } from "@toolgate/registry"
import * as Layer from "effect/Layer"

/** The pins of a gate: the store that keeps them, the key that makes them valid, and whose tools they are needed for. */
export interface PinsChoice<E = never> extends PinnedToolRegistry.PinOptions {
  readonly store: Layer.Layer<PinStore, E>
}

/** Returns the registry of a gate that begins with these tools. Throws a `TypeError` for pins without a store or a key. */
export const layerOfTools = <E>(
  tools: Iterable<Tool>,
  pins: PinsChoice<E> | undefined
): Layer.Layer<ToolRegistry, E | ToolRegistrationError> => {
  const registry = MapToolRegistry.layer([...tools])
  if (pins === undefined) return registry
  if (!isLayer(pins.store)) throw new TypeError('"pins.store" has to be a layer that provides PinStore.')
  if (typeof pins.key?.verify !== "function")
    throw new TypeError('"pins.key" has to be a key, such as keyFile("pins.key") resolves to.')
  return PinnedToolRegistry.layer(pins).pipe(Layer.provide([registry, pins.store]))
}

const isLayer = (given: unknown): boolean => Layer.isLayer(given)
