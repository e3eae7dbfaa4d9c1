import assert from "node:assert/strict"
import { InvalidJson, readJson } from "@toolgate/core/json"

try {
  readJson('{ "path": }')
} catch (cause) {
  assert(cause instanceof InvalidJson)
  assert.deepEqual(cause.place, { line: 1, column: 11 })
}
