import assert from "node:assert/strict"
import { newMarker, processesWith } from "@toolgate/testing"

const marker = newMarker()
assert.notEqual(newMarker(), marker)
assert.deepEqual(processesWith(marker), [])
