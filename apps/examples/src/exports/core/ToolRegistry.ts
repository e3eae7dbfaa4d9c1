import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins, createToolgate, shell } from "toolgate"
import { partsOf, ToolRegistry } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const exchange = Effect.gen(function* () {
  const registry = yield* ToolRegistry
  yield* registry.remove("write_file")
  yield* registry.add(shell)
  // The name is taken now.
  return yield* Effect.flip(registry.add(shell))
})
const { tool } = await Effect.runPromiseWith(partsOf(gate).services)(exchange)
assert.equal(tool, "shell")
assert.deepEqual(
  gate.tools.list().map(({ name }) => name),
  ["read_file", "patch_file", "list_dir", "shell"]
)
