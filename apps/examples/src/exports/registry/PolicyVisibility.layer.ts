import assert from "node:assert/strict"
import { Visibility } from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import { MapToolRegistry, PolicyVisibility } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins } from "toolgate"

const reader = { agent: "reader", ceiling: { tools: ["read_file"] } }
const names = Effect.map(Visibility, ({ visible }) =>
  visible({ principal: reader, caller: { kind: "direct" } }).map(({ name }) => name)
)
const visibility = PolicyVisibility.layer.pipe(Layer.provide([MapToolRegistry.layer(builtins()), HostPolicy.layer]))
assert.deepEqual(await Effect.runPromise(Effect.provide(names, visibility)), ["read_file"])
