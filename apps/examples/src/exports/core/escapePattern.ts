import assert from "node:assert/strict"
import { escapePattern, PathPattern } from "@toolgate/core/access"

const pattern = PathPattern.parse(escapePattern("/app/[draft]*.md"), { folded: false })
assert(typeof pattern !== "string")
assert.equal(pattern.matches("/app/[draft]*.md", "/"), true)
assert.equal(pattern.matches("/app/[draft]1.md", "/"), false)
