import assert from "node:assert/strict"
import { hasItemStep } from "@toolgate/core"

assert.equal(hasItemStep("/paths/*"), true)
assert.equal(hasItemStep("/path"), false)
