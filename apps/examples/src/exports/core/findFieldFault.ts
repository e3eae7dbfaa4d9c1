import assert from "node:assert/strict"
import { findFieldFault } from "@toolgate/core"

assert.equal(findFieldFault({ type: "integer", maximum: 9 }, 10), "is more than 9")
assert.equal(findFieldFault({ type: "integer", maximum: 9 }, 9), undefined)
