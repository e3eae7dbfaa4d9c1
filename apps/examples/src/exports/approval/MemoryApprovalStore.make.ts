import assert from "node:assert/strict"
import { MemoryApprovalStore } from "@toolgate/approval"
import { makeNewApproval } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const clock = { now: 1_000 }
const { add, change } = MemoryApprovalStore.make(() => clock.now)
const request = makeNewApproval({ expiresAt: 2_000, waits: false })
await Effect.runPromise(add(request))
clock.now = 3_000
// The approval has expired in the meantime.
const { changed, approval } = await Effect.runPromise(change(request.id, { to: "expired" }))
assert.deepEqual([changed, approval?.state], [true, "expired"])
