import assert from "node:assert/strict"
import { createToolgate, defineTool } from "toolgate"
import { ToolTimeout } from "toolgate/effect"

const search = defineTool({
  name: "search",
  description: "Searches the archive.",
  parameters: { type: "object" },
  sideEffects: "NETWORK",
  execute: () => {
    throw new ToolTimeout({ message: "The archive did not answer within 5 seconds.", executed: "no" })
  }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [search] })
const { error, executed } = await gate.dispatch({ id: "1", tool: "search", args: {} })
assert.deepEqual([error?.class, executed], ["timeout", "no"])
