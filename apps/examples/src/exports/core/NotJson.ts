import assert from "node:assert/strict"
import { copyJson, NotJson } from "@toolgate/core/json"

const fault = copyJson({ sizes: [1, Number.NaN] }, { depth: 8, nodes: 100, characters: 1_000 })
assert(fault instanceof NotJson)
assert.equal(`${fault.pointer} ${fault.reason}`, "/sizes/1 is not a finite number")
