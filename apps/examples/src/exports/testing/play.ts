import assert from "node:assert/strict"
import { play } from "@toolgate/testing"

const part = {
  kind: "inTurn",
  parts: [
    { kind: "call", tool: "echo" },
    { kind: "call", tool: "clock" }
  ]
} as const
const called: Array<string> = []
await play(part, async (tool) => {
  called.push(tool)
  return `${tool} answers`
})
assert.deepEqual(called, ["echo", "clock"])
