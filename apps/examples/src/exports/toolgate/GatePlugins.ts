import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { GatePlugins, ToolgateLayer } from "toolgate/effect"

// This gate has no plugins.
const gate = ToolgateLayer.layer({ policy: "default", tools: [] })
const reload = Effect.flatMap(GatePlugins, (plugins) => plugins.reloadChanged())
assert.deepEqual(await Effect.runPromise(Effect.provide(reload, gate)), { count: 0, problems: [] })
