import assert from "node:assert/strict"
import { explainWhyAlone } from "@toolgate/core"
import { toolDefinition } from "@toolgate/testing"

assert.equal(explainWhyAlone(toolDefinition({ sideEffects: "READ" })), undefined)
const reason = explainWhyAlone(toolDefinition({ sideEffects: "WRITE" }))
assert.equal(reason, 'may change something and does not have "chain" among its callers')
