import assert from "node:assert/strict"
import { includesMode } from "@toolgate/core/access"

assert.equal(includesMode("rw", "r"), true)
assert.equal(includesMode("r", "rw"), false)
