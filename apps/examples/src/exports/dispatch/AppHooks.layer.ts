import assert from "node:assert/strict"
import { DispatchHooks } from "@toolgate/core"
import { AppHooks } from "@toolgate/dispatch"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const hooks = AppHooks.layer([
  { onToolCall: ({ tool }) => (tool === "deploy" ? { stop: "Nothing is deployed on a Friday." } : undefined) }
])
const { context } = makePermissionRequest()
const gate = Effect.flatMap(DispatchHooks, (one) => one.gate({ id: "1", tool: "deploy", args: {} }, context))
const { why, message } = await Effect.runPromise(Effect.flip(Effect.provide(gate, hooks)))
assert.equal(why, "HookStopped")
assert.match(message, /Nothing is deployed on a Friday\./)
