import assert from "node:assert/strict"
import { countMembers } from "@toolgate/core/json"

assert.equal(countMembers('{ "a": 1, "a": 2, "b": { "c": ":" } }'), 4)
