import assert from "node:assert/strict"
import { putForeignText } from "@toolgate/testing/hostile"

const changed = putForeignText({ command: "npx" }, { at: 1, text: "$X", how: "behind" })
assert.deepEqual(changed, { command: "npx$X" })
