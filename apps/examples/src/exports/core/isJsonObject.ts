import assert from "node:assert/strict"
import { isJsonObject, parseJson } from "@toolgate/core/json"

assert.equal(isJsonObject(parseJson('{ "path": "a.txt" }')), true)
assert.equal(isJsonObject(parseJson("[]")), false)
