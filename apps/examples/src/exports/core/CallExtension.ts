import assert from "node:assert/strict"
import { CallExtension, refuse } from "@toolgate/core"
import { makePermissionRequest, makeRegisteredTool } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

// Refuses repeated payments, and leaves other calls alone.
const extension = Layer.succeed(CallExtension, {
  extend: ({ definition }) =>
    definition.name === "pay" ? refuse("DuplicateCall", "This payment has already begun.") : undefined
})
const { callId, context } = makePermissionRequest()
const call = { callId, context, deferral: undefined, loggedArgs: [] }
const { extend } = await Effect.runPromise(Effect.provide(CallExtension, extension))
assert.equal(extend(makeRegisteredTool({ name: "echo" }), {}, call), undefined)
const refused = extend(makeRegisteredTool({ name: "pay" }), {}, call)
assert.equal(refused && (await Effect.runPromise(Effect.flip(refused))).why, "DuplicateCall")
