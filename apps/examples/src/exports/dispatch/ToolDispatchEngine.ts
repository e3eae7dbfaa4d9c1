import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"
import { openWorkspace, ToolDispatchEngine, ToolgateLayer } from "toolgate/effect"

const program = Effect.gen(function* () {
  const engine = yield* ToolDispatchEngine
  const principal = { agent: "assistant", ceiling: { tools: "any" } } as const
  const workspace = yield* openWorkspace(".")
  const context = {
    session: "s",
    turn: "t",
    principal,
    workspace,
    caller: { kind: "direct" },
    deadline: undefined
  } as const
  return yield* engine.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } }, context)
})
const gate = ToolgateLayer.layer({ policy: "default", tools: builtins() })
assert.equal((await Effect.runPromise(Effect.provide(program, gate))).success, true)
