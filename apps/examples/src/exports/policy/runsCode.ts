import assert from "node:assert/strict"
import { runsCode } from "@toolgate/policy"
import { toolDefinition } from "@toolgate/testing"

assert.equal(runsCode(toolDefinition({ sideEffects: "EXECUTE" })), true)
assert.equal(runsCode(toolDefinition({ sideEffects: "NETWORK" })), false)
