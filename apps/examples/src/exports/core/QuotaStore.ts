import assert from "node:assert/strict"
import { QuotaStore } from "@toolgate/core"
import { MemoryQuotaStore } from "@toolgate/policy"
import * as Effect from "effect/Effect"

const count = { window: "session", owner: "alice", tool: "deploy", limit: 1 } as const
const program = Effect.gen(function* () {
  const { take } = yield* QuotaStore
  return [yield* take([count]), yield* take([count])]
})
// The limit is one call per session.
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryQuotaStore.layer)), [undefined, count])
