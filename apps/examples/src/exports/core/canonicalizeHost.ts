import assert from "node:assert/strict"
import { canonicalizeHost } from "@toolgate/core/access"

assert.equal(canonicalizeHost("EXAMPLE.com."), "example.com")
// Another spelling of 127.0.0.1.
assert.equal(canonicalizeHost("0x7f.1"), "127.0.0.1")
assert.equal(canonicalizeHost("two hosts"), undefined)
