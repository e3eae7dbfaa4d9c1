import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { createToolgate, defineHostedTool } from "toolgate"
import { HostedTools, partsOf } from "toolgate/effect"

const webSearch = defineHostedTool({
  name: "web_search",
  description: "Searches the web.",
  sideEffects: "NETWORK",
  providerSpecs: { openai: { type: "web_search" } }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [webSearch] })
const { services, base } = partsOf(gate)
const declare = Effect.flatMap(HostedTools, ({ declarable }) => declarable(base))
const tools = await Effect.runPromiseWith(services)(declare)
assert.deepEqual(
  tools.map(({ name }) => name),
  ["web_search"]
)
