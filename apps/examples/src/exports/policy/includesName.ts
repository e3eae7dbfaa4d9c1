import assert from "node:assert/strict"
import { includesName } from "@toolgate/policy"

assert.equal(includesName("mcp__github__*", "mcp__github__search"), true)
assert.equal(includesName("read_file", "write_file"), false)
