import assert from "node:assert/strict"
import { MemoryApprovalStore } from "@toolgate/approval"
import { ApprovalStore } from "@toolgate/core"
import { makeNewApproval } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const request = makeNewApproval({ expiresAt: Date.now() + 60_000 })
const program = Effect.gen(function* () {
  const store = yield* ApprovalStore
  yield* store.add(request)
  // Only the first of two changes happens.
  yield* store.change(request.id, { to: "withdrawn" })
  return yield* store.change(request.id, { to: "withdrawn" })
})
const { changed, approval } = await Effect.runPromise(Effect.provide(program, MemoryApprovalStore.layer))
assert.deepEqual([changed, approval?.state], [false, "withdrawn"])
