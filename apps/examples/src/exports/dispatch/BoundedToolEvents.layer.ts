import assert from "node:assert/strict"
import { ToolEvents } from "@toolgate/core"
import { BoundedToolEvents } from "@toolgate/dispatch"
import * as Effect from "effect/Effect"

const about = { at: 0, session: "s", turn: "t", agent: "a", callId: "1", toolName: "echo" }
const seen: Array<string> = []
const program = Effect.gen(function* () {
  const { listen, publish } = yield* ToolEvents
  yield* listen(({ type }) => void seen.push(type))
  publish({ ...about, type: "tool.completed", durationMs: 1, waitedMs: 0 })
})
await Effect.runPromise(Effect.scoped(Effect.provide(program, BoundedToolEvents.layer)))
assert.deepEqual(seen, ["tool.completed"])
