import assert from "node:assert/strict"
import { isMisspelling } from "@toolgate/core"

assert.equal(isMisspelling("raed_file", "read_file"), true)
assert.equal(isMisspelling("read_file", "read_file"), false)
