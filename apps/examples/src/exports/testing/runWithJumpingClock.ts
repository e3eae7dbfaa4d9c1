import assert from "node:assert/strict"
import { runWithJumpingClock } from "@toolgate/testing"

// Each reading is a minute later.
const passed = await runWithJumpingClock([60_000], () => {
  const began = Date.now()
  return Date.now() - began
})
assert(passed >= 60_000)
