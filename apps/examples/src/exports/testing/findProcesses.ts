import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { findProcesses, makeMarker } from "@toolgate/testing"

const marker = makeMarker()
const child = spawn("sleep", [marker])
await once(child, "spawn")
const found = findProcesses(marker)
child.kill()
assert.deepEqual(found, [child.pid])
