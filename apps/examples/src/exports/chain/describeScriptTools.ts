import assert from "node:assert/strict"
import { describeScriptTools } from "@toolgate/chain"
import { builtins } from "toolgate"

assert.match(describeScriptTools(builtins()), /^The tools:\n/)
// Without tools, the description says how to find them.
assert.match(describeScriptTools([]), /search_tools/)
