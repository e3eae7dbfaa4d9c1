import assert from "node:assert/strict"
import { DefaultPolicy, defaultConfig } from "@toolgate/policy"
import { permissionRequest } from "@toolgate/testing"

// The policy without a gate, for a program that explains it.
const policy = DefaultPolicy.make({ configs: [defaultConfig] }, new Map([["host", new Set(["function"])]]))
const request = permissionRequest({ tool: { name: "deploy", sideEffects: "EXECUTE" } })
assert.equal(policy.judge(request).decision, "ask")
