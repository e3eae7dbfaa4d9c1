import assert from "node:assert/strict"
import { runs } from "@toolgate/testing"
import fc from "fast-check"

let tried = 0
const reverses = fc.property(fc.array(fc.integer()), (list) => {
  tried++
  assert.deepEqual(list.toReversed().toReversed(), list)
})
fc.assert(reverses, runs(100))
assert.equal(tried, runs(100).numRuns)
