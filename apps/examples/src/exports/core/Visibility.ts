import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins, createToolgate } from "toolgate"
import { type Principal, partsOf, Visibility } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const reader: Principal = { agent: "reader", ceiling: { tools: "any", readOnly: true } }
const names = Effect.map(Visibility, ({ visible }) =>
  visible({ principal: reader, caller: { kind: "direct" } }).map(({ name }) => name)
)
assert.deepEqual(await Effect.runPromiseWith(partsOf(gate).services)(names), ["read_file", "list_dir"])
