import assert from "node:assert/strict"
import { isBeneath } from "@toolgate/core/access"

assert.equal(isBeneath("/app/src/a.ts", "/app"), true)
assert.equal(isBeneath("/workshop/a.ts", "/app"), false)
