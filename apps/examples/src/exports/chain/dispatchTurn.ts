import assert from "node:assert/strict"
import { dispatchTurn } from "@toolgate/chain/turn"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { builtins, createToolgate } from "toolgate"
import { partsOf, ToolDispatchEngine, ToolRegistry } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const { services, base } = partsOf(gate)
const { dispatch, request } = Context.get(services, ToolDispatchEngine)
const { get } = Context.get(services, ToolRegistry)
const turnGate: Parameters<typeof dispatchTurn>[0] = {
  dispatch: (call, context, refusal) => dispatch(call, context, { refusal }),
  request,
  tools: () => (name) => get(name)?.definition
}
const calls = ["1", "2"].map((id) => ({ id, tool: "list_dir", args: {} }))
const { executions } = await Effect.runPromiseWith(services)(dispatchTurn(turnGate, calls, base))
assert.deepEqual(
  executions.map(({ success }) => success),
  [true, true]
)
