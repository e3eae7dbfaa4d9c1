import assert from "node:assert/strict"
import { clampArtifactRange } from "@toolgate/core"

assert.deepEqual(clampArtifactRange(100, { start: 90, length: 50 }), { start: 90, end: 100 })
assert.deepEqual(clampArtifactRange(100, { start: Number.NaN, length: 10 }), { start: 0, end: 10 })
