import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins, createToolgate } from "toolgate"
import { partsOf, ToolDispatchEngine } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
// A server makes the context of each of its calls from that of the gate.
const { services, base } = partsOf(gate)
const call = { id: "1", tool: "read_file", args: { path: "README.md" } }
const dispatch = Effect.flatMap(ToolDispatchEngine, (engine) => engine.dispatch(call, { ...base, session: "alice" }))
assert.equal((await Effect.runPromiseWith(services)(dispatch)).success, true)
// Only a gate of `createToolgate` has parts.
assert.throws(() => partsOf({}), TypeError)
