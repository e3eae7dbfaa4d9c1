import assert from "node:assert/strict"
import { refused } from "@toolgate/core"

const refusal = refused("InvalidArgs", "The range is empty.", { from: 7, to: 3 })
assert.deepEqual(
  [refusal.class, refusal.slug, refusal.details],
  ["validation_error", "invalid_args", { from: 7, to: 3 }]
)
