import assert from "node:assert/strict"
import { findJsonFault } from "@toolgate/core/json"

const fault = findJsonFault('{\n  "path": "a.txt",\n  "path": "b.txt"\n}')
assert.deepEqual([fault?.line, fault?.problem], [3, 'the property "path" is given twice'])
assert.equal(findJsonFault("[1, 2]"), undefined)
