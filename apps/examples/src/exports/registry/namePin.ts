import assert from "node:assert/strict"
import { namePin } from "@toolgate/registry"
import { toolDefinition } from "@toolgate/testing"

const [name, owner] = namePin(toolDefinition({ name: "search", owner: "mcp:archive" }))
assert.deepEqual([name, owner], ["search", "mcp:archive"])
