import assert from "node:assert/strict"
import { runsCode } from "@toolgate/policy"
import { makeToolDefinition } from "@toolgate/testing"

assert.equal(runsCode(makeToolDefinition({ sideEffects: "EXECUTE" })), true)
assert.equal(runsCode(makeToolDefinition({ sideEffects: "NETWORK" })), false)
