import assert from "node:assert/strict"
import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
import { CallExtension } from "@toolgate/core"
import { permissionRequest, registeredTool } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const extension = ScriptRuns.layer.pipe(Layer.provide(MemoryChainRuns.layer))
const { extend } = await Effect.runPromise(Effect.provide(CallExtension, extension))
const { callId, context } = permissionRequest()
// The extension is about scripts only.
assert.equal(extend(registeredTool(), {}, { callId, context, deferral: undefined, loggedArgs: [] }), undefined)
