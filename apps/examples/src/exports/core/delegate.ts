import assert from "node:assert/strict"
import { DelegationRefused, delegate } from "@toolgate/core/access"

const parent = { agent: "editor", ceiling: { tools: "any" as const } }
const reader = delegate(parent, { agent: "reader", ceiling: { readOnly: true } })
assert(!(reader instanceof DelegationRefused))
assert.deepEqual([reader.parent, reader.ceiling.readOnly], [parent, true])
// A child never gets more rights than its parent.
assert(delegate(reader, { agent: "writer", ceiling: { readOnly: false } }) instanceof DelegationRefused)
