import assert from "node:assert/strict"
import { reachesNetwork } from "@toolgate/policy"
import { makeToolDefinition } from "@toolgate/testing"

assert.equal(reachesNetwork(makeToolDefinition({ sideEffects: "EXECUTE" })), true)
assert.equal(reachesNetwork(makeToolDefinition({ sideEffects: "WRITE" })), false)
