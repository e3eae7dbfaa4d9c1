import { type Tool, type ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * An in-memory registry with initial tools. The first invalid definition fails the layer.
 *
 * The schema validator is loaded with the layer, so that importing this package does not load it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ToolRegistry } from "@toolgate/core"
 * import { MapToolRegistry } from "@toolgate/registry"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 *
 * const names = Effect.map(ToolRegistry, ({ list }) => list().map(({ name }) => name))
 * const registry = MapToolRegistry.layer(builtins())
 * assert.deepEqual(
 *   await Effect.runPromise(Effect.provide(names, registry)),
 *   builtins().map(({ name }) => name)
 * )
 * // A name can be registered only once.
 * const { tool } = await Effect.runPromise(
 *   Effect.flip(Effect.provide(names, MapToolRegistry.layer([...builtins(), ...builtins()])))
 * )
 * assert.equal(tool, "read_file")
 * ```
 */
export const layer = (tools: Iterable<Tool>): Layer.Layer<ToolRegistry, ToolRegistrationError> =>
  Layer.effect(
    ToolRegistry,
    Effect.flatMap(
      Effect.promise(() => import("./makeToolMap.ts")),
      ({ makeToolMap }) => makeToolMap(tools)
    )
  )
