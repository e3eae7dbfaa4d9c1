import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { newMarker, noneLeft, processesWith } from "@toolgate/testing"

const marker = newMarker()
const child = spawn("sleep", [marker])
await once(child, "spawn")
child.kill()
await noneLeft(marker)
assert.deepEqual(processesWith(marker), [])
