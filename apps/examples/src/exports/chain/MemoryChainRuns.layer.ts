import assert from "node:assert/strict"
import { MemoryChainRuns } from "@toolgate/chain/runs"
import { ChainRuns } from "@toolgate/core"
import * as Effect from "effect/Effect"

// No run waits for this approval.
const take = Effect.flatMap(ChainRuns, (runs) => runs.take("a1"))
assert.equal(await Effect.runPromise(Effect.provide(take, MemoryChainRuns.layer)), undefined)
