import assert from "node:assert/strict"
import { declarations } from "@toolgate/chain"
import { builtins } from "toolgate"

const text = declarations(builtins())
assert.match(text, /^declare const tools: \{$/m)
assert.match(text, /read_file/)
