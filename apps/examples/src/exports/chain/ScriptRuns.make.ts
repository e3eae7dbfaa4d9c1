import assert from "node:assert/strict"
import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
import { permissionRequest, registeredTool } from "@toolgate/testing"

const { extend } = ScriptRuns.make({ runs: MemoryChainRuns.make(), approvals: undefined })
const { callId, context } = permissionRequest()
assert.equal(extend(registeredTool(), {}, { callId, context, deferral: undefined, loggedArgs: [] }), undefined)
