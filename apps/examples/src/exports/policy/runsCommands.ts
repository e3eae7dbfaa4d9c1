import assert from "node:assert/strict"
import { runsCommands } from "@toolgate/policy"
import { builtins, shell } from "toolgate"

assert.equal(runsCommands(shell), true)
assert.equal(builtins().some(runsCommands), false)
