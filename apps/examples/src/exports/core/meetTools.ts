import assert from "node:assert/strict"
import { meetTools } from "@toolgate/core/access"

assert.deepEqual(meetTools(["read_file", "shell"], ["read_file"]), ["read_file"])
assert.equal(meetTools("any", "any"), "any")
