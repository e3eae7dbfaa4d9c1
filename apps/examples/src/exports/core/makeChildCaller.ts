import assert from "node:assert/strict"
import { makeChildCaller } from "@toolgate/core"
import { permissionRequest } from "@toolgate/testing"

const { callId, context } = permissionRequest({ id: "7" })
assert.deepEqual(makeChildCaller({ callId, context }, 0), { kind: "chain", parent: "7", chain: "7", index: 0 })
