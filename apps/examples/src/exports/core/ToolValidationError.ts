import assert from "node:assert/strict"
import { createToolgate, defineTool, ToolValidationError, Type } from "toolgate"

const report = defineTool({
  name: "report",
  description: "Reports on a range of days.",
  parameters: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
  sideEffects: "READ",
  execute: ({ from, to }) => {
    if (from <= to) return `${to - from + 1} days`
    throw new ToolValidationError({ message: "The range is empty.", validationErrors: ['"from" is after "to".'] })
  }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [report] })
const { error } = await gate.dispatch({ id: "1", tool: "report", args: { from: 7, to: 3 } })
assert.deepEqual(error?.details.validationErrors, ['"from" is after "to".'])
