import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins, createToolgate } from "toolgate"
import { partsOf, ToolDispatchEngine } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
// Make a call for another session.
const { services, base } = partsOf(gate)
const call = { id: "1", tool: "read_file", args: { path: "README.md" } }
const dispatch = Effect.flatMap(ToolDispatchEngine, (engine) => engine.dispatch(call, { ...base, session: "alice" }))
assert.equal((await Effect.runPromiseWith(services)(dispatch)).success, true)
// The object has to be a gate.
assert.throws(() => partsOf({}), TypeError)
