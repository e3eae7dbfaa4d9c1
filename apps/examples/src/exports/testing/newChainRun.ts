import assert from "node:assert/strict"
import { newChainRun } from "@toolgate/testing"

const { call, id } = newChainRun("7")
assert.deepEqual([call.tool, id.length], ["run_script", 32])
