import assert from "node:assert/strict"
import { listLimitNames } from "@toolgate/core/access"

assert.deepEqual(listLimitNames({ wallMs: 1_000, memoryBytes: 1_000_000 }), ["wall_time", "memory"])
