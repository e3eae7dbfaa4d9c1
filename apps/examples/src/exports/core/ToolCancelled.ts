import assert from "node:assert/strict"
import { createToolgate, defineTool } from "toolgate"
import { ToolCancelled } from "toolgate/effect"

// The build server has cancelled this build.
const build = defineTool({
  name: "build",
  description: "Builds the site.",
  parameters: { type: "object" },
  sideEffects: "EXECUTE",
  execute: () => {
    throw new ToolCancelled({ message: "A newer build has replaced this one.", executed: "no" })
  }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [build] })
const { error } = await gate.dispatch({ id: "1", tool: "build", args: {} })
assert.equal(error?.class, "cancelled")
