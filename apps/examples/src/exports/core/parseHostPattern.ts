import assert from "node:assert/strict"
import { parseHostPattern } from "@toolgate/core/access"

const pattern = parseHostPattern("**.example.com")
assert.equal(typeof pattern !== "string" && pattern.port, "any")
// An invalid text returns the problem.
assert.equal(parseHostPattern("https://example.com/"), "holds more than a host and a port")
