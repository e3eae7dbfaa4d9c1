import assert from "node:assert/strict"
import { createToolgate, defineHostedTool } from "toolgate"

const webSearch = defineHostedTool({
  name: "web_search",
  description: "Searches the web.",
  sideEffects: "NETWORK",
  providerSpecs: { openai: { type: "web_search" }, anthropic: { type: "web_search_20260318", name: "web_search" } }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [webSearch] })
const declared = await gate.tools.declarable()
assert.deepEqual(
  declared.map(({ name }) => name),
  ["web_search"]
)
// The provider runs it; the gate does not.
const { executed } = await gate.dispatch({ id: "1", tool: "web_search", args: { query: "otters" } })
assert.equal(executed, "no")
