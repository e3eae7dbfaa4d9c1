import assert from "node:assert/strict"
import { makeChildCaller } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"

const { callId, context } = makePermissionRequest({ id: "7" })
assert.deepEqual(makeChildCaller({ callId, context }, 0), { kind: "chain", parent: "7", chain: "7", index: 0 })
