import assert from "node:assert/strict"
import { readTraceparent } from "@toolgate/core"

const given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
assert.equal(readTraceparent(given), given)
// An id of zeros is invalid.
assert.equal(readTraceparent("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"), undefined)
