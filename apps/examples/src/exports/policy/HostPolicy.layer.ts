import assert from "node:assert/strict"
import { builtins, createToolgate } from "toolgate"
import { HostPolicy } from "toolgate/effect"

// Runs everything without limits. Use it in tests and for trusted tools.
await using gate = await createToolgate({ workspace: ".", policy: HostPolicy.layer, tools: builtins() })
const judged = await gate.judge({ id: "1", tool: "write_file", args: { path: "note.txt", content: "hi" } })
assert.equal(judged.decision, "allow")
