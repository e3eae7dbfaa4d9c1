import assert from "node:assert/strict"
import { judgeAll } from "@toolgate/chain/turn"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { builtins, createToolgate } from "toolgate"
import { partsOf, ToolDispatchEngine, ToolRegistry } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const { services, base } = partsOf(gate)
const { judge } = Context.get(services, ToolDispatchEngine)
const { get } = Context.get(services, ToolRegistry)
const plan = [{ id: "1", tool: "read_file", args: { path: "../../../etc/passwd" } }]
const judging = judgeAll({ judge, tools: () => (name) => get(name)?.definition }, plan, base)
const { steps } = await Effect.runPromiseWith(services)(judging)
assert.deepEqual(
  steps.map(({ decision }) => decision),
  ["deny"]
)
