import * as Context from "effect/Context"

/**
 * Identifies tools that are registered together, such as the tools of one server. If first definitions of a source are
 * approved on first use, this applies to the whole batch; later tools of a known source are not approved. Absent: each
 * tool is its own batch.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ToolBatch, ToolRegistry } from "@toolgate/core"
 * import { MapToolRegistry } from "@toolgate/registry"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 *
 * const batches = new Set<unknown>()
 * const program = Effect.gen(function* () {
 *   const { add, admitting } = yield* ToolRegistry
 *   yield* admitting(() =>
 *     Effect.as(
 *       Effect.map(ToolBatch, (batch) => batches.add(batch)),
 *       []
 *     )
 *   )
 *   // A source registers all of its tools as one batch.
 *   yield* Effect.provideService(Effect.forEach(builtins(), add), ToolBatch, {})
 * })
 * await Effect.runPromise(Effect.scoped(Effect.provide(program, MapToolRegistry.layer([]))))
 * assert.equal(batches.size, 1)
 * ```
 */
export const ToolBatch = Context.Reference<object | undefined>("@toolgate/core/ToolBatch", {
  defaultValue: () => undefined
})
