import assert from "node:assert/strict"
import { JudgePolicy } from "@toolgate/policy"
import { allow, builtins, createToolgate, deny, type Judge } from "toolgate"

const because = { layer: "app", rule: "reading only", source: "judges.ts" }
const readingOnly: Judge = ({ tool }) =>
  tool.sideEffects === "READ" ? allow(because) : deny(because, "Nothing is written here.")

await using gate = await createToolgate({ workspace: ".", policy: JudgePolicy.layer(readingOnly), tools: builtins() })
const { error } = await gate.dispatch({ id: "1", tool: "write_file", args: { path: "note.txt", content: "hi" } })
assert.deepEqual([error?.why, error?.message], ["PolicyDenied", "Permission denied: Nothing is written here."])
