import assert from "node:assert/strict"
import { createToolgate, defineTool } from "toolgate"
import { ToolError, ToolNotFound } from "toolgate/effect"

// Converts any error to an error for the model.
const toToolError = (cause: unknown): ToolError =>
  cause instanceof ToolError
    ? cause
    : new ToolNotFound({ message: "There is no such issue. List the issues first.", cause })
const close = defineTool({
  name: "close_issue",
  description: "Closes an issue.",
  parameters: { type: "object" },
  sideEffects: "NETWORK",
  execute: () => Promise.reject(new Error("404")).catch((cause) => Promise.reject(toToolError(cause)))
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [close] })
const { error } = await gate.dispatch({ id: "1", tool: "close_issue", args: {} })
assert.equal(error?.class, "not_found")
