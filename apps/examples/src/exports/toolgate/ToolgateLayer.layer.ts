import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"
import { ToolgateLayer, ToolRegistry } from "toolgate/effect"

const gate = ToolgateLayer.layer({ policy: "default", tools: builtins() })
const names = Effect.map(ToolRegistry, ({ list }) => list().map(({ name }) => name))
assert.deepEqual(await Effect.runPromise(Effect.provide(names, gate)), [
  "read_file",
  "write_file",
  "patch_file",
  "list_dir"
])
