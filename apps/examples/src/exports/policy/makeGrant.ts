import assert from "node:assert/strict"
import { makeGrant } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"
import { allow } from "toolgate"

const because = { layer: "app", rule: "half a minute", source: "judges.ts" }
const grant = makeGrant(makePermissionRequest(), allow(because, { limits: { wallMs: 30_000 } }))
assert.deepEqual([grant.sandbox, grant.limits.wallMs, grant.access.hosts], ["host", 30_000, []])
