import assert from "node:assert/strict"
import { hasHidden } from "@toolgate/core"

assert.equal(hasHidden("rm\u200b notes.txt"), true)
assert.equal(hasHidden("rm notes.txt"), false)
