import assert from "node:assert/strict"
import { InvalidJson, readJson } from "@toolgate/core/json"

assert.deepEqual(readJson('{ "path": "a.txt" }'), { path: "a.txt" })
assert.throws(() => readJson('{ "path": "a.txt", "path": "b.txt" }'), InvalidJson)
