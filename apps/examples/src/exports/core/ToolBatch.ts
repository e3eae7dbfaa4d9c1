import assert from "node:assert/strict"
import { ToolBatch } from "@toolgate/core"
import * as Effect from "effect/Effect"

// A source registers all of its tools as one batch.
const batch = { source: "search server" }
const register = Effect.map(ToolBatch, (one) => one === batch)
assert.equal(await Effect.runPromise(Effect.provideService(register, ToolBatch, batch)), true)
