import assert from "node:assert/strict"
import { builtins, createToolgate } from "toolgate"
import { buildToolResultMessages } from "toolgate/results"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const calls = [
  { id: "1", tool: "list_dir", args: {} },
  { id: "2", tool: "write_file", args: { path: "../note.txt", content: "hi" } }
]
const conversation = [...buildToolResultMessages(calls, await gate.dispatchAll(calls))]
assert.deepEqual(
  conversation.map(({ role }) => role),
  ["assistant", "tool"]
)
// Each call needs an answer.
assert.throws(() => buildToolResultMessages(calls, []), TypeError)
