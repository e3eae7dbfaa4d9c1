import assert from "node:assert/strict"
import { copyJson, NotJson } from "@toolgate/core/json"

const budget = () => ({ depth: 8, nodes: 100, characters: 1_000 })
const copy = copyJson({ paths: ["a.txt"] }, budget())
assert.deepEqual(copy, { paths: ["a.txt"] })
assert(Object.isFrozen(copy))
assert(copyJson({ at: new Date() }, budget()) instanceof NotJson)
