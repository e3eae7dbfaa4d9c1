import assert from "node:assert/strict"
import { builtins, createToolgate } from "toolgate"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const read = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } })
assert.equal(read.success, true)

// A refusal is an answer too.
const outside = await gate.dispatch({ id: "2", tool: "read_file", args: { path: "../../../../../../etc/passwd" } })
assert.deepEqual([outside.executed, outside.error?.why], ["no", "FileDenied"])

await assert.rejects(createToolgate({ workspace: "no-such-folder", policy: "default", tools: [] }))
