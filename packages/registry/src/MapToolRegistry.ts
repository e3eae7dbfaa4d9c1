import { RuntimePolicy, type Tool, type ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/**
 * A registry in memory that begins with these tools. The first whose definition does not hold stops the layer. Where there is
 * a policy, what it can never permit to someone is not shown to them, and what it does not hold beside is not registered.
 *
 * The validator of schemas is loaded with the layer: a program that only imports this package does without it.
 */
export const layer = (tools: Iterable<Tool>): Layer.Layer<ToolRegistry, ToolRegistrationError> =>
  Layer.effect(
    ToolRegistry,
    Effect.gen(function* () {
      const policy = Option.getOrUndefined(yield* Effect.serviceOption(RuntimePolicy))
      const { toolMap } = yield* Effect.promise(() => import("./toolMap.ts"))
      return yield* toolMap(tools, policy)
    })
  )
