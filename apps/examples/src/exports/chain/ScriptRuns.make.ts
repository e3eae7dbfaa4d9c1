import assert from "node:assert/strict"
import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
import { makePermissionRequest, makeRegisteredTool } from "@toolgate/testing"

const { extend } = ScriptRuns.make({ runs: MemoryChainRuns.make(), approvals: undefined })
const { callId, context } = makePermissionRequest()
assert.equal(extend(makeRegisteredTool(), {}, { callId, context, deferral: undefined, loggedArgs: [] }), undefined)
