import assert from "node:assert/strict"
import { makeReference } from "@toolgate/local-secrets/references"

assert.deepEqual(makeReference("KEY"), { kind: "env", of: "KEY" })
// The name is not the name of a variable.
assert.equal(makeReference("a key"), undefined)
