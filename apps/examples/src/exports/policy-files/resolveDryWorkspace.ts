import assert from "node:assert/strict"
import { DryRun } from "@toolgate/policy-files"

assert.equal(DryRun.resolveDryWorkspace("/no/such/folder"), "/no/such/folder")
const fault = DryRun.resolveDryWorkspace("notes")
assert.deepEqual(fault, { fault: "is relative; write the whole path" })
