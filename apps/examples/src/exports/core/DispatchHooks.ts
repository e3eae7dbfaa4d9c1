import assert from "node:assert/strict"
import { DispatchHooks, refuse } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const hooks = Layer.succeed(DispatchHooks, {
  gate: (call) =>
    call.tool === "deploy" ? refuse("HookStopped", "Nothing is deployed on a Friday.") : Effect.succeed(call),
  started: () => {}
})
const { context } = makePermissionRequest()
const deploy = Effect.flatMap(DispatchHooks, ({ gate }) => gate({ id: "1", tool: "deploy", args: {} }, context))
const { message } = await Effect.runPromise(Effect.flip(Effect.provide(deploy, hooks)))
assert.equal(message, "Nothing is deployed on a Friday.")
