import assert from "node:assert/strict"
import { isBeneath } from "@toolgate/core/access"

assert.equal(isBeneath("/work/src/a.ts", "/work"), true)
assert.equal(isBeneath("/workshop/a.ts", "/work"), false)
