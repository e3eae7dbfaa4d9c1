import assert from "node:assert/strict"
import { explainWhyAlone } from "@toolgate/core"
import { makeToolDefinition } from "@toolgate/testing"

assert.equal(explainWhyAlone(makeToolDefinition({ sideEffects: "READ" })), undefined)
const reason = explainWhyAlone(makeToolDefinition({ sideEffects: "WRITE" }))
assert.equal(reason, 'may change something and does not have "chain" among its callers')
