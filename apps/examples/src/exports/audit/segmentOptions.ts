import assert from "node:assert/strict"
import { segmentOptions } from "@toolgate/audit"

assert.equal(segmentOptions({ segmentBytes: 1_000_000 }).answers, "at once")
assert.throws(() => segmentOptions({ segmentBytes: 0 }), RangeError)
