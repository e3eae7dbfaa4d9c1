import assert from "node:assert/strict"
import { ToolBatch, ToolRegistry } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"

const batches = new Set<unknown>()
const program = Effect.gen(function* () {
  const { add, admitting } = yield* ToolRegistry
  yield* admitting(() =>
    Effect.as(
      Effect.map(ToolBatch, (batch) => batches.add(batch)),
      []
    )
  )
  // A source registers all of its tools as one batch.
  yield* Effect.provideService(Effect.forEach(builtins(), add), ToolBatch, {})
})
await Effect.runPromise(Effect.scoped(Effect.provide(program, MapToolRegistry.layer([]))))
assert.equal(batches.size, 1)
