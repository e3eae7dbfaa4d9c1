import assert from "node:assert/strict"
import { isToolOutput, toolOutput } from "@toolgate/core"

const output = toolOutput({ text: "done" })
assert.equal(isToolOutput(output), true)
// A value of a tool that only looks like an output is an ordinary value.
assert.equal(isToolOutput({ ...output }), false)
