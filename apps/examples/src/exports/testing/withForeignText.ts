import assert from "node:assert/strict"
import { withForeignText } from "@toolgate/testing/hostile"

const changed = withForeignText({ command: "npx" }, { at: 1, text: "$X", how: "behind" })
assert.deepEqual(changed, { command: "npx$X" })
