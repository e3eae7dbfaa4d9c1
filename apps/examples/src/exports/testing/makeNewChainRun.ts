import assert from "node:assert/strict"
import { makeNewChainRun } from "@toolgate/testing"

const { call, id } = makeNewChainRun("7")
assert.deepEqual([call.tool, id.length], ["run_script", 32])
