import assert from "node:assert/strict"
import { isChild } from "@toolgate/core"

const parent = { kind: "chain", parent: "1", chain: "1", index: 0 } as const
assert.equal(isChild(parent), true)
// A program at a provider is not a call of this gate.
assert.equal(isChild({ ...parent, provider: "anthropic" }), false)
