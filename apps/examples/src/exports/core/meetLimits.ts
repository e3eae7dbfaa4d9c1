import assert from "node:assert/strict"
import { meetLimits } from "@toolgate/core/access"

assert.deepEqual(meetLimits({ wallMs: 9_000, processes: "unlimited" }, { wallMs: 2_000, processes: 8 }), {
  wallMs: 2_000,
  processes: 8
})
