import assert from "node:assert/strict"
import { decidesWhatRuns } from "@toolgate/policy"

assert.deepEqual(["LD_PRELOAD", "NODE_OPTIONS", "CI"].map(decidesWhatRuns), [true, true, false])
