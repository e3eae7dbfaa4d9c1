import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins, createToolgate } from "toolgate"
import { partsOf, ToolEvents } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const seen: Array<string> = []
const watch = Effect.gen(function* () {
  const { listen } = yield* ToolEvents
  yield* listen(({ type }) => void seen.push(type))
  yield* Effect.promise(() => gate.dispatch({ id: "1", tool: "list_dir", args: {} }))
})
await Effect.runPromiseWith(partsOf(gate).services)(Effect.scoped(watch))
assert.deepEqual(seen, ["tool.called", "tool.completed"])
