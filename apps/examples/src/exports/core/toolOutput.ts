import assert from "node:assert/strict"
import { createToolgate, defineTool, toolOutput } from "toolgate"

// The tool ran and reports a failure.
const build = defineTool({
  name: "build",
  description: "Builds the site.",
  parameters: { type: "object" },
  sideEffects: "EXECUTE",
  execute: () => toolOutput({ text: "2 pages are broken.", value: { broken: 2 }, success: false })
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [build] })
const { success, executed, output } = await gate.dispatch({ id: "1", tool: "build", args: {} })
assert.deepEqual([success, executed, output.value], [false, "yes", { broken: 2 }])
