import assert from "node:assert/strict"
import { makeToolDefinition } from "@toolgate/testing"

const { name, sideEffects, callers } = makeToolDefinition({ name: "search", sideEffects: "READ" })
assert.deepEqual([name, sideEffects, callers], ["search", "READ", ["direct"]])
