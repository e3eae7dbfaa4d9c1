import assert from "node:assert/strict"
import { chooseSandbox } from "@toolgate/policy"
import { builtins, defineHostedTool } from "toolgate"

const providerSpecs = { openai: { type: "web_search" } }
const search = defineHostedTool({ name: "search", description: "Searches.", sideEffects: "NETWORK", providerSpecs })
assert.deepEqual([...builtins().slice(0, 1), search].map(chooseSandbox), ["host", "provider"])
