import assert from "node:assert/strict"
import { DelegationRefused, delegate } from "@toolgate/core/access"

const parent = { agent: "reader", ceiling: { tools: ["read_file"] } }
const child = delegate(parent, { agent: "writer", ceiling: { tools: ["write_file"] } })
assert(child instanceof DelegationRefused)
assert.equal(child.excess.length, 1)
