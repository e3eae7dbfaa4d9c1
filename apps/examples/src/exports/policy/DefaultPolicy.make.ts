import assert from "node:assert/strict"
import { DefaultPolicy, defaultConfig } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

// Judges a request without opening a gate.
const policy = DefaultPolicy.make({ configs: [defaultConfig] }, new Map([["host", new Set(["function"])]]))
const request = makePermissionRequest({ tool: { name: "deploy", sideEffects: "EXECUTE" } })
assert.equal(policy.judge(request).decision, "ask")
