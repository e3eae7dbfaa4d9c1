import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins, createToolgate } from "toolgate"
import { judgeAll, partsOf } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const { services, base } = partsOf(gate)
const plan = [
  { id: "1", tool: "read_file", args: { path: "README.md" } },
  { id: "2", tool: "read_file", args: { path: "../../../etc/passwd" } }
]
const { steps } = await Effect.runPromiseWith(services)(judgeAll(plan, base))
assert.deepEqual(
  steps.map(({ decision }) => decision),
  ["allow", "deny"]
)
