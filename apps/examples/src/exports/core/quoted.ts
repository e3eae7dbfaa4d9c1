import assert from "node:assert/strict"
import { quoted } from "@toolgate/core"

assert.equal(`Unknown tool ${quoted('a"b\n')}.`, 'Unknown tool "a\\"b\\n".')
assert.equal(quoted("abcdef", 3), '"abc…"')
