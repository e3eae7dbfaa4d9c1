import assert from "node:assert/strict"
import { Telemetry } from "@toolgate/telemetry"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins } from "toolgate"
import { ToolgateLayer } from "toolgate/effect"

const gate = ToolgateLayer.layer({ policy: "default", tools: builtins() })
const layer = Layer.provideMerge(Telemetry.layer({ service: { name: "assistant" } }), gate)
const metrics = Effect.flatMap(Telemetry, (telemetry) => telemetry.metrics)
const text = await Effect.runPromise(Effect.provide(metrics, layer))
assert.ok(text.includes("toolgate_approvals_waiting 0"))
