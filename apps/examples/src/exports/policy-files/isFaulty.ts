import assert from "node:assert/strict"
import { refused } from "@toolgate/core"
import { isFaulty } from "@toolgate/policy-files"

const because = { layer: "arguments", rule: "schema", source: "read_file" }
const stopped = { _tag: "Stopped", layer: "arguments", because } as const
assert.equal(isFaulty({ ...stopped, refused: refused("InvalidArgs", '"path" is missing.') }), true)
// The gate refuses this call under every policy.
assert.equal(isFaulty({ ...stopped, layer: "resources", refused: refused("FileDenied", "It leads out.") }), false)
