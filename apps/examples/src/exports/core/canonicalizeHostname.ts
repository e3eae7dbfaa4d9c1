import assert from "node:assert/strict"
import { canonicalizeHostname } from "@toolgate/core/access"

assert.equal(canonicalizeHostname(new URL("https://example.com./a").hostname), "example.com")
