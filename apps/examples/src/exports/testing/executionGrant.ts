import assert from "node:assert/strict"
import { executionGrant } from "@toolgate/testing"

const { sandbox, confinement, access } = executionGrant({ sandbox: "wasm" })
assert.deepEqual([sandbox, confinement, access.files], ["wasm", "required", []])
