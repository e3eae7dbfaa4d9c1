import assert from "node:assert/strict"
import { parsePointer } from "@toolgate/core/json"

assert.deepEqual(parsePointer("/files/0/a~1b"), ["files", "0", "a/b"])
assert.equal(parsePointer("files"), undefined)
