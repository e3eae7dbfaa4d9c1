import assert from "node:assert/strict"
import { PinStore } from "@toolgate/core"
import { MemoryPinStore } from "@toolgate/registry"
import * as Effect from "effect/Effect"

const pin = { tool: "search", digest: "d1", definition: "{}", by: "alice", at: 0, mac: "m1" }
const program = Effect.gen(function* () {
  const { add, get } = yield* PinStore
  yield* add(pin)
  // The first pin of a tool stays in force.
  const { by } = yield* add({ ...pin, by: "bob" })
  return [by, yield* get("deploy")]
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryPinStore.layer)), ["alice", undefined])
