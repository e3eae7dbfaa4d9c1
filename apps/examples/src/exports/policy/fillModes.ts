import assert from "node:assert/strict"
import { fillModes } from "@toolgate/policy"

const given = new Map([["WRITE", { mode: "auto", source: "toolgate.yaml:3" }]] as const)
const { WRITE, NETWORK } = fillModes(given, true)
assert.deepEqual([WRITE.mode, NETWORK.mode], ["auto", "prompt"])
// In a later file, a missing class restricts nothing.
assert.equal(fillModes(given, false).NETWORK.mode, "auto")
