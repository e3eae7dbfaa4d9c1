import assert from "node:assert/strict"
import { cachePerFrozenObject } from "@toolgate/core"

let made = 0
const countNames = cachePerFrozenObject((names: ReadonlyArray<string>) => ({ made: ++made, count: names.length }))
const fixed = Object.freeze(["a", "b"])
assert.equal(countNames(fixed), countNames(fixed))
// This list could change, so its count is not cached.
const names = ["a", "b"]
assert.notEqual(countNames(names), countNames(names))
