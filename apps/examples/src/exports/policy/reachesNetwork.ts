import assert from "node:assert/strict"
import { reachesNetwork } from "@toolgate/policy"
import { toolDefinition } from "@toolgate/testing"

assert.equal(reachesNetwork(toolDefinition({ sideEffects: "EXECUTE" })), true)
assert.equal(reachesNetwork(toolDefinition({ sideEffects: "WRITE" })), false)
