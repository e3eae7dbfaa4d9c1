import assert from "node:assert/strict"
import { MemoryApprovalStore } from "@toolgate/approval"
import { ApprovalStore } from "@toolgate/core"
import { makeNewApproval } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const program = Effect.gen(function* () {
  const { add, list } = yield* ApprovalStore
  yield* add(makeNewApproval({ session: "alice", expiresAt: Date.now() + 60_000 }))
  return (yield* list({ session: "alice", states: ["open"] })).length
})
assert.equal(await Effect.runPromise(Effect.provide(program, MemoryApprovalStore.layer)), 1)
