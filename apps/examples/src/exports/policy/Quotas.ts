import assert from "node:assert/strict"
import { Quotas } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

const quota = { perSession: 3, perAgent: undefined, perMinute: undefined, source: "toolgate.yaml:2" }
const quotas = new Quotas([new Map([["deploy", quota]])])
const request = makePermissionRequest({ tool: { name: "deploy" } })
assert.deepEqual(quotas.of(request), [{ window: "session", owner: "s", tool: "deploy", limit: 3 }])
assert.deepEqual(quotas.of(makePermissionRequest()), [])
