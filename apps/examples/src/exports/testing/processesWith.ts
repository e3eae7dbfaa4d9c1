import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { newMarker, processesWith } from "@toolgate/testing"

const marker = newMarker()
const child = spawn("sleep", [marker])
await once(child, "spawn")
const found = processesWith(marker)
child.kill()
assert.deepEqual(found, [child.pid])
