import assert from "node:assert/strict"
import { builtins, createToolgate } from "toolgate"
import { HostPolicy } from "toolgate/effect"

// Everything runs, without limits: for tests and for tools that all are trusted.
await using gate = await createToolgate({ workspace: ".", policy: HostPolicy.layer, tools: builtins() })
const judged = await gate.judge({ id: "1", tool: "write_file", args: { path: "note.txt", content: "hi" } })
assert.equal(judged.decision, "allow")
