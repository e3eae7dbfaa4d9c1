import assert from "node:assert/strict"
import { unlimited } from "@toolgate/core"

const limits = { ...unlimited(), wallMs: 10_000 }
assert.deepEqual([limits.memoryBytes, limits.wallMs, limits.outputBytes], ["unlimited", 10_000, 16 * 1024 * 1024])
