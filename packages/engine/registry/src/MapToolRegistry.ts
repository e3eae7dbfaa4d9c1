import { type Tool, type ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * An in-memory registry with initial tools. The first invalid definition fails the layer.
 *
 * The schema validator is loaded with the layer, so that importing this package does not load it.
 */
export const layer = (tools: Iterable<Tool>): Layer.Layer<ToolRegistry, ToolRegistrationError> =>
  Layer.effect(
    ToolRegistry,
    Effect.flatMap(
      Effect.promise(() => import("./makeToolMap.ts")),
      ({ makeToolMap }) => makeToolMap(tools)
    )
  )
