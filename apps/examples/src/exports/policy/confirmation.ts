import assert from "node:assert/strict"
import { confirmation, defaultConfig, makePolicy } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

const { judge } = makePolicy([confirmation(defaultConfig)])
assert.equal(judge(makePermissionRequest({ tool: { sideEffects: "READ" } })).decision, "allow")
assert.equal(judge(makePermissionRequest({ tool: { sideEffects: "NETWORK" } })).decision, "ask")
