import assert from "node:assert/strict"
import { abstain, builtins, createToolgate, deny, type Judge } from "toolgate"

// This judge decides about one tool only.
const because = { layer: "app", rule: "nothing is published", source: "judges.ts" }
const judge: Judge = ({ tool }) => (tool.name === "publish" ? deny(because, "Nothing is published here.") : abstain())

await using gate = await createToolgate({ workspace: ".", policy: { files: [], judges: [judge] }, tools: builtins() })
const { decision } = await gate.judge({ id: "1", tool: "read_file", args: { path: "README.md" } })
assert.equal(decision, "allow")
