import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins, createToolgate } from "toolgate"
import { dispatchTurn, partsOf } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const { services, base } = partsOf(gate)
const calls = [
  { id: "1", tool: "list_dir", args: {} },
  { id: "2", tool: "read_file", args: { path: "README.md" } }
]
const turn = dispatchTurn(calls, base, { mode: "parallel" })
const { executions, tool_chains } = await Effect.runPromiseWith(services)(turn)
// The calls are independent, so both ran in one wave.
assert.deepEqual([executions.length, tool_chains[0]?.waves], [2, 1])
