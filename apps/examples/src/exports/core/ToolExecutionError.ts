import assert from "node:assert/strict"
import { createToolgate, defineTool, ToolExecutionError } from "toolgate"

const deploy = defineTool({
  name: "deploy",
  description: "Deploys the site.",
  parameters: { type: "object" },
  sideEffects: "NETWORK",
  execute: () => {
    throw new ToolExecutionError({ message: "The server answered with status 503. Try again in a minute." })
  }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [deploy] })
const { error } = await gate.dispatch({ id: "1", tool: "deploy", args: {} })
assert.deepEqual([error?.class, error?.message.includes("status 503")], ["execution_error", true])
