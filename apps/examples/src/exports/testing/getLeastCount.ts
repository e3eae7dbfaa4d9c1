import assert from "node:assert/strict"
import { getLeastCount } from "@toolgate/testing"

// A coin that is tossed 4,000 times shows heads at least this often.
assert.equal(getLeastCount(0.5, { numRuns: 4_000 }), 1_810)
