import assert from "node:assert/strict"
import { ToolEvents } from "@toolgate/core"
import { BoundedToolEvents } from "@toolgate/dispatch"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

const about = { at: 0, session: "s", turn: "t", agent: "a", callId: "1", toolName: "echo" }
const program = Effect.gen(function* () {
  const { publish, subscribe } = yield* ToolEvents
  const queue = yield* subscribe
  for (let sent = 0; sent < 5; sent++) publish({ ...about, type: "tool.completed", durationMs: 1, waitedMs: 0 })
  return yield* Queue.takeAll(queue)
})
const events = await Effect.runPromise(
  Effect.scoped(Effect.provide(program, BoundedToolEvents.layerWith({ capacity: 2 })))
)
// The reader learns how many events it has missed.
assert.deepEqual(events.at(-1), { type: "events.lost", count: 3 })
