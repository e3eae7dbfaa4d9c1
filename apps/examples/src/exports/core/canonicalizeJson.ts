import assert from "node:assert/strict"
import { canonicalizeJson } from "@toolgate/core/json"

assert.equal(canonicalizeJson({ b: [1, 2], a: undefined, A: "x" }), '{"A":"x","b":[1,2]}')
