import assert from "node:assert/strict"
import { resolveWallTime, unlimited } from "@toolgate/core"
import { makeExecutionGrant, makePermissionRequest } from "@toolgate/testing"

const because = { layer: "app", rule: "any", source: "app" }
const grant = makeExecutionGrant({ limits: { ...unlimited(), wallMs: 5_000 } })
// The tool's own time-out of a minute is longer.
assert.equal(resolveWallTime({ request: makePermissionRequest(), grant, because, waitedMs: 0 }), 5_000)
