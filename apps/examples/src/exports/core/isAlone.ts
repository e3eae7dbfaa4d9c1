import assert from "node:assert/strict"
import { isAlone } from "@toolgate/core"

assert.equal(isAlone({ kind: "direct" }), true)
// This is one of several calls of a turn.
assert.equal(isAlone({ kind: "direct", chain: "turn 1", index: 0 }), false)
