import assert from "node:assert/strict"
import { parseLimit } from "@toolgate/policy-files"

assert.deepEqual(parseLimit("wall_time=30s"), { wallMs: 30_000 })
// An invalid text returns the problem.
assert.equal(typeof parseLimit("wall_time=soon"), "string")
