import assert from "node:assert/strict"
import { makeExecutionGrant } from "@toolgate/testing"

const { sandbox, confinement, access } = makeExecutionGrant({ sandbox: "wasm" })
assert.deepEqual([sandbox, confinement, access.files], ["wasm", "required", []])
