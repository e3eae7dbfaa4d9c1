import assert from "node:assert/strict"
import { applyLayer, makePolicyLayer, makeSelectorMatch } from "@toolgate/policy"
import { makeToolDefinition } from "@toolgate/testing"

const layer = makePolicyLayer({ readOnly: true }, "toolgate.yaml:2")
const write = makeToolDefinition({ name: "write_file", sideEffects: "WRITE" })
const findings = applyLayer("global", layer, write, makeSelectorMatch(new Map()))
assert.deepEqual(
  findings.map(({ effect }) => effect),
  ["deny"]
)
