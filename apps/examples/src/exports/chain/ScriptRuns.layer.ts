import assert from "node:assert/strict"
import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
import { CallExtension } from "@toolgate/core"
import { makePermissionRequest, makeRegisteredTool } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const extension = ScriptRuns.layer.pipe(Layer.provide(MemoryChainRuns.layer))
const { extend } = await Effect.runPromise(Effect.provide(CallExtension, extension))
const { callId, context } = makePermissionRequest()
// The extension is about scripts only.
assert.equal(extend(makeRegisteredTool(), {}, { callId, context, deferral: undefined, loggedArgs: [] }), undefined)
