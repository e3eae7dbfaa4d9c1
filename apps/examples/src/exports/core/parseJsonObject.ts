import assert from "node:assert/strict"
import { parseJsonObject } from "@toolgate/core/json"

assert.deepEqual(parseJsonObject('{ "path": "a.txt" }'), { path: "a.txt" })
// Refuses lists and duplicate members.
assert.deepEqual([parseJsonObject("[]"), parseJsonObject('{ "a": 1, "a": 2 }')], [undefined, undefined])
