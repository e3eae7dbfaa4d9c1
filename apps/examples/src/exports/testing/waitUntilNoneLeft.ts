import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { findProcesses, makeMarker, waitUntilNoneLeft } from "@toolgate/testing"

const marker = makeMarker()
const child = spawn("sleep", [marker])
await once(child, "spawn")
child.kill()
await waitUntilNoneLeft(marker)
assert.deepEqual(findProcesses(marker), [])
