import assert from "node:assert/strict"
import { QuotaStore } from "@toolgate/core"
import { MemoryQuotaStore } from "@toolgate/policy"
import * as Effect from "effect/Effect"

const count = { window: "session", owner: "alice", tool: "deploy", limit: 1 } as const
const program = Effect.gen(function* () {
  const { look, sessionEnded, take } = yield* QuotaStore
  yield* take([count])
  const full = yield* look([count])
  sessionEnded("alice")
  return [full, yield* look([count])]
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryQuotaStore.layer)), [count, undefined])
