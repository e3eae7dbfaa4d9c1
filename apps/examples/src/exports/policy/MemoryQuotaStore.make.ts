import assert from "node:assert/strict"
import { MemoryQuotaStore } from "@toolgate/policy"
import * as Effect from "effect/Effect"

const clock = { now: 0 }
const { take } = MemoryQuotaStore.make(() => clock.now)
const count = { window: "minute", owner: "alice", tool: "deploy", limit: 1 } as const
assert.equal(await Effect.runPromise(take([count])), undefined)
assert.equal(await Effect.runPromise(take([count])), count)
clock.now = 60_001
assert.equal(await Effect.runPromise(take([count])), undefined)
