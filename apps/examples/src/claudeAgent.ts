// Claude Code with a gate's tools only. It needs Claude Code's program and a key, and says so without them.
import { query } from "@anthropic-ai/claude-agent-sdk"
import { createTools } from "@toolgate/adapters/claude-agent"
import { builtins, createToolgate } from "toolgate"
import { createFolder } from "./parts/createFolder.ts"

await using gate = await createToolgate({
  workspace: await createFolder({ "greeting.txt": "Hello." }),
  policy: "default",
  tools: builtins()
})
const options = { maxTurns: 3, ...createTools(gate, { session: "alice" }) }
console.log(Object.keys(options.mcpServers), options.tools)
if (process.env.ANTHROPIC_API_KEY === undefined) console.log("Skipped: Claude Code, which needs a key.")
else
  for await (const message of query({ prompt: "What does greeting.txt say?", options }))
    if (message.type === "result") console.log(message.subtype === "success" ? message.result : message.subtype)
