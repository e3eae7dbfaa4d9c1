import assert from "node:assert/strict"
import { isToolOutput, toolOutput } from "@toolgate/core"

const output = toolOutput({ text: "done" })
assert.equal(isToolOutput(output), true)
// A copy is an ordinary value, even with the same members.
assert.equal(isToolOutput({ ...output }), false)
