import assert from "node:assert/strict"
import { locateOffset } from "@toolgate/core"

const text = "version: 1\nrules: {}\n"
assert.deepEqual(locateOffset(text, text.indexOf("rules")), { line: 2, column: 1 })
