import assert from "node:assert/strict"
import { ToolRegistry } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"

const names = Effect.map(ToolRegistry, ({ list }) => list().map(({ name }) => name))
const registry = MapToolRegistry.layer(builtins())
assert.deepEqual(
  await Effect.runPromise(Effect.provide(names, registry)),
  builtins().map(({ name }) => name)
)
// A name can be registered only once.
const { tool } = await Effect.runPromise(
  Effect.flip(Effect.provide(names, MapToolRegistry.layer([...builtins(), ...builtins()])))
)
assert.equal(tool, "read_file")
