import assert from "node:assert/strict"
import { referenceTo } from "@toolgate/local-secrets/references"

assert.deepEqual(referenceTo("KEY"), { kind: "env", of: "KEY" })
// The name is not the name of a variable.
assert.equal(referenceTo("a key"), undefined)
