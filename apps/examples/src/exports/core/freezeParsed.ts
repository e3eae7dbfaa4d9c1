import assert from "node:assert/strict"
import { freezeParsed } from "@toolgate/core/json"

const parsed = JSON.parse('{ "paths": ["a.txt"] }')
assert.equal(freezeParsed(parsed, { depth: 8, nodes: 100, characters: 1_000 }, { count: 0 }), undefined)
assert(Object.isFrozen(parsed.paths))
// `JSON.parse` reads this as Infinity.
const fault = freezeParsed(JSON.parse("1e999"), { depth: 8, nodes: 100, characters: 1_000 }, { count: 0 })
assert.equal(fault?.reason, "is not a finite number")
