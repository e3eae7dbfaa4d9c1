import assert from "node:assert/strict"
import { describeUnknownName } from "@toolgate/core"

const names = ["read_file", "write_file"]
assert.equal(describeUnknownName("tool", "readfile", names), 'unknown tool "readfile"; did you mean "read_file"?')
