import assert from "node:assert/strict"
import { JudgePolicy } from "@toolgate/policy"
import { allow, builtins, createToolgate, deny } from "toolgate"

const because = { layer: "app", rule: "reading only", source: "app" }
const policy = JudgePolicy.layer(({ tool }) =>
  tool.sideEffects === "READ" ? allow(because) : deny(because, "Nothing is changed here.")
)
await using gate = await createToolgate({ workspace: ".", policy, tools: builtins() })
const read = await gate.judge({ id: "1", tool: "read_file", args: { path: "README.md" } })
const write = await gate.judge({ id: "2", tool: "write_file", args: { path: "README.md", content: "" } })
assert.deepEqual([read.decision, write.decision], ["allow", "deny"])
