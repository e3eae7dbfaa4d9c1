import assert from "node:assert/strict"
import { findDuplicateMember } from "@toolgate/core/json"

const text = '{ "path": "a.txt", "path": "b.txt" }'
assert.match(findDuplicateMember(JSON.parse(text), text)?.message ?? "", /"path" is given twice$/)
