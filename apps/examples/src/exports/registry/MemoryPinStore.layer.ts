import assert from "node:assert/strict"
import { PinStore } from "@toolgate/core"
import { MemoryPinStore } from "@toolgate/registry"
import * as Effect from "effect/Effect"

const pin = { tool: "search", digest: "d1", definition: "{}", by: "alice", at: 0, mac: "m1" }
const program = Effect.gen(function* () {
  const { add, list, replace } = yield* PinStore
  yield* add(pin)
  yield* replace({ ...pin, by: "bob" })
  return (yield* list).map(({ by }) => by)
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryPinStore.layer)), ["bob"])
