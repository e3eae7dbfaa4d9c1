import assert from "node:assert/strict"
import { toolDefinition } from "@toolgate/testing"

const { name, sideEffects, callers } = toolDefinition({ name: "search", sideEffects: "READ" })
assert.deepEqual([name, sideEffects, callers], ["search", "READ", ["direct"]])
