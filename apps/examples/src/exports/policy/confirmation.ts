import assert from "node:assert/strict"
import { confirmation, defaultConfig, makePolicy } from "@toolgate/policy"
import { permissionRequest } from "@toolgate/testing"

const { judge } = makePolicy([confirmation(defaultConfig)])
assert.equal(judge(permissionRequest({ tool: { sideEffects: "READ" } })).decision, "allow")
assert.equal(judge(permissionRequest({ tool: { sideEffects: "NETWORK" } })).decision, "ask")
