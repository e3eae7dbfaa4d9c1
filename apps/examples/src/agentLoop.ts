// An agent's loop: the model asks for tools, the gate answers, the answers go back. The model is a list of turns, so
// that the example needs no network; everything else is what an app would write.
import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtins, createToolgate } from "toolgate"
import { buildToolResultMessages } from "toolgate/results"

const turns = [
  {
    text: "I will look at the file first.",
    calls: [
      { id: "call_1", tool: "read_file", argsText: '{"path":"greeting.txt"}' },
      { id: "call_2", tool: "read_fil", argsText: '{"path":"greeting.txt"}' },
      { id: "call_3", tool: "read_file", argsText: '{"path":"../../etc/passwd"}' }
    ]
  },
  {
    text: "Now I will mend it.",
    calls: [
      { id: "call_4", tool: "patch_file", argsText: '{"path":"greeting.txt","old_text":"Helo","new_text":"Hello"}' }
    ]
  }
]

const workspace = await mkdtemp(join(tmpdir(), "toolgate-example-"))
await writeFile(join(workspace, "greeting.txt"), "Helo, world.\n")

await using gate = await createToolgate({ workspace, policy: "host", tools: builtins() })
for (const [at, { text, calls }] of turns.entries()) {
  const executions = await gate.dispatchAll(calls, { turn: `turn ${at}` })
  for (const message of buildToolResultMessages(calls, executions, { text })) console.log(JSON.stringify(message))
}
