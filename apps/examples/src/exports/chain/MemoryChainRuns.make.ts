import assert from "node:assert/strict"
import { MemoryChainRuns } from "@toolgate/chain/runs"
import { makeNewChainRun } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const clock = { now: 0 }
const run = makeNewChainRun("1")
const { begin, suspend, take } = MemoryChainRuns.make(() => clock.now)
await Effect.runPromise(begin(run))
await Effect.runPromise(suspend(run.id, { approvals: ["a1"], expiresAt: 60_000 }))
clock.now = 60_001
// The time to approve is over.
assert.equal(await Effect.runPromise(take("a1")), undefined)
