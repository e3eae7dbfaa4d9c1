import assert from "node:assert/strict"
import { createToolgate, defineTool } from "toolgate"
import { ToolPermissionDenied } from "toolgate/effect"

const close = defineTool({
  name: "close_issue",
  description: "Closes an issue.",
  parameters: { type: "object" },
  sideEffects: "NETWORK",
  execute: () => {
    throw new ToolPermissionDenied({ message: "The issue belongs to another team. Ask its owner to close it." })
  }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [close] })
const { error } = await gate.dispatch({ id: "1", tool: "close_issue", args: {} })
assert.equal(error?.class, "permission_denied")
