import assert from "node:assert/strict"
import { ToolRegistry } from "@toolgate/core"
import { MapToolRegistry, PolicyVisibility } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"

const registry = await Effect.runPromise(Effect.provide(ToolRegistry, MapToolRegistry.layer(builtins())))
const { visible } = PolicyVisibility.make(registry, { mayPermit: ({ sideEffects }) => sideEffects === "READ" })
const principal = { agent: "assistant", ceiling: { tools: "any" } } as const
const names = visible({ principal, caller: { kind: "direct" } }).map(({ name }) => name)
assert.deepEqual(names, ["read_file", "list_dir"])
