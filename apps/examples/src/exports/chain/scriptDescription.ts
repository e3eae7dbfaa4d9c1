import assert from "node:assert/strict"
import { scriptDescription } from "@toolgate/chain"
import { builtins } from "toolgate"

assert.match(scriptDescription(builtins()), /^The tools:\n/)
// Without tools, the description says how to find them.
assert.match(scriptDescription([]), /search_tools/)
