import assert from "node:assert/strict"
import { listEffects } from "@toolgate/core"

assert.deepEqual(listEffects({ sideEffects: "READ", effects: ["network_access"] }), ["network_access"])
// A tool that declares no effects has those of its class.
assert.deepEqual(listEffects({ sideEffects: "WRITE", effects: [] }), ["modifies_files"])
