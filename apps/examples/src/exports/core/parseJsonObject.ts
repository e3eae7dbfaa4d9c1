import assert from "node:assert/strict"
import { parseJsonObject } from "@toolgate/core/json"

assert.deepEqual(parseJsonObject('{ "path": "a.txt" }'), { path: "a.txt" })
// A list, and a member that is given twice:
assert.deepEqual([parseJsonObject("[]"), parseJsonObject('{ "a": 1, "a": 2 }')], [undefined, undefined])
