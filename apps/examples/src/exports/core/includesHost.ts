import assert from "node:assert/strict"
import { includesHost } from "@toolgate/core/access"

assert.equal(includesHost("**.example.com", "*.example.com"), true)
assert.equal(includesHost("*.example.com", "**.example.com"), false)
