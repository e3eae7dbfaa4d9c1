import assert from "node:assert/strict"
import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
import { makeNewChainRun } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const runs = MemoryChainRuns.make()
const run = makeNewChainRun("1")
await Effect.runPromise(runs.begin(run))
await Effect.runPromise(runs.suspend(run.id, { approvals: ["a1"], expiresAt: Date.now() + 60_000 }))
const taken = await Effect.runPromise(runs.take("a1"))
assert(typeof taken === "object")
// The gate permitted this run before, so the call goes on.
const { goesOn } = ScriptRuns.resume({ runs, approvals: undefined }, taken)
assert.equal(goesOn, true)
