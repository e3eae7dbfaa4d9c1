import assert from "node:assert/strict"
import { createToolgate, defineTool, ToolOutcomeUnknown } from "toolgate"

const pay = defineTool({
  name: "pay",
  description: "Pays an invoice.",
  parameters: { type: "object" },
  sideEffects: "NETWORK",
  execute: () => {
    throw new ToolOutcomeUnknown({ message: "The bank did not answer. Look for the payment before paying again." })
  }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [pay] })
const { executed } = await gate.dispatch({ id: "1", tool: "pay", args: {} })
assert.equal(executed, "unknown")
