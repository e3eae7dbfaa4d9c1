import { type Tool, type ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Returns a registry in memory that begins with these tools. The first tool whose definition is not valid stops the
 * layer.
 *
 * The validator of schemas is loaded with the layer, so a program that only imports this package does not load it.
 */
export const layer = (tools: Iterable<Tool>): Layer.Layer<ToolRegistry, ToolRegistrationError> =>
  Layer.effect(
    ToolRegistry,
    Effect.flatMap(
      Effect.promise(() => import("./makeToolMap.ts")),
      ({ makeToolMap }) => makeToolMap(tools)
    )
  )
