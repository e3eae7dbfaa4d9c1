import assert from "node:assert/strict"
import { matchesHost, parseHostPattern } from "@toolgate/core/access"

const pattern = parseHostPattern("*.example.com:443")
assert(typeof pattern !== "string")
assert.equal(matchesHost(pattern, "api.example.com", 443), true)
// A star stands for one label.
assert.equal(matchesHost(pattern, "a.api.example.com", 443), false)
