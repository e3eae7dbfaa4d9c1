import assert from "node:assert/strict"
import { findProcesses, makeMarker } from "@toolgate/testing"

const marker = makeMarker()
assert.notEqual(makeMarker(), marker)
assert.deepEqual(findProcesses(marker), [])
