import assert from "node:assert/strict"
import { PathPattern } from "@toolgate/core/access"

const pattern = PathPattern.parse("src/**", { folded: false })
assert(typeof pattern !== "string")
// A relative pattern starts at the given folder.
assert.equal(pattern.matches("/app/src/a/b.ts", "/app"), true)
assert.equal(pattern.matches("/app/docs/a.md", "/app"), false)
