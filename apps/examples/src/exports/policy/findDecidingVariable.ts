import assert from "node:assert/strict"
import { findDecidingVariable } from "@toolgate/policy"

// Variables such as NODE_OPTIONS load code.
assert.equal(findDecidingVariable("NODE_"), "NODE_*")
assert.equal(findDecidingVariable("MY_APP_"), undefined)
