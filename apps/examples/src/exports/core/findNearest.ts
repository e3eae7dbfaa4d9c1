import assert from "node:assert/strict"
import { findNearest } from "@toolgate/core"

const names = ["read_file", "write_file"]
assert.equal(findNearest("raed_file", names), "read_file")
assert.equal(findNearest("deploy", names), undefined)
