import assert from "node:assert/strict"
import { parseJson } from "@toolgate/core/json"

assert.deepEqual(parseJson('{ "\\u0061": 1 }'), { a: 1 })
assert.throws(() => parseJson("{"), SyntaxError)
