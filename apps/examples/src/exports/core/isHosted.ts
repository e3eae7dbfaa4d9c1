import assert from "node:assert/strict"
import { isHosted } from "@toolgate/core"
import { builtins, defineHostedTool } from "toolgate"

const providerSpecs = { openai: { type: "web_search" } }
const search = defineHostedTool({ name: "search", description: "Searches.", sideEffects: "NETWORK", providerSpecs })
assert.equal(isHosted(search), true)
assert.equal(builtins().some(isHosted), false)
