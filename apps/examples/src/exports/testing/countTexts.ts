import assert from "node:assert/strict"
import { countTexts } from "@toolgate/testing/hostile"

assert.equal(countTexts({ command: "npx", args: ["-y", "server"] }), 5)
