import assert from "node:assert/strict"
import { wallTimeExceeded } from "@toolgate/core"

const { why, message } = wallTimeExceeded("build", 60_000)
assert.deepEqual([why, message], ["TimedOut", 'Tool "build" exceeded its wall-time limit of 60 s.'])
