import assert from "node:assert/strict"
import { SessionStore } from "@toolgate/core"
import { MemorySessionStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"

const session = { id: "8f14", token: "7f0e", options: { agent: "coder" }, openedAt: 0, mac: "m1" }
const program = Effect.gen(function* () {
  const { add, end, list } = yield* SessionStore
  yield* add(session)
  yield* end({ ...session, endedAt: 1, mac: "m2" })
  return (yield* list({ token: "7f0e" })).map(({ endedAt }) => endedAt)
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemorySessionStore.layer)), [1])
