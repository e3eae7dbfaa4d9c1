import assert from "node:assert/strict"
import { calledBy, getCallContext } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"

const { context } = makePermissionRequest()
// A program at a provider makes this call.
const call = { id: "1", tool: "echo", args: {}, [calledBy]: { provider: "anthropic", parent: "p1", index: 0 } }
const { caller } = getCallContext(call, context)
assert.deepEqual(caller, { kind: "chain", parent: "p1", chain: "p1", index: 0, provider: "anthropic" })
assert.equal(getCallContext({ id: "2", tool: "echo", args: {} }, context), context)
