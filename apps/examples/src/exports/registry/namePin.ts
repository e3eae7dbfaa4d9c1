import assert from "node:assert/strict"
import { namePin } from "@toolgate/registry"
import { makeToolDefinition } from "@toolgate/testing"

const [name, owner] = namePin(makeToolDefinition({ name: "search", owner: "mcp:archive" }))
assert.deepEqual([name, owner], ["search", "mcp:archive"])
