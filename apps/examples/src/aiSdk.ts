// The AI SDK behind a gate: the model reads a file, and a person approves before it writes one.
import { createTools } from "@toolgate/adapters/ai-sdk"
import { generateText, isStepCount } from "ai"
import { builtins, createToolgate } from "toolgate"
import { createFolder } from "./parts/createFolder.ts"
import { makeScriptedModel } from "./parts/makeScriptedModel.ts"
import { makeScript } from "./parts/Script.ts"

const model = makeScriptedModel(
  makeScript(
    { tool: "read_file", args: { path: "greeting.txt" } },
    { tool: "write_file", args: { path: "greeting.txt", content: "Bye." } }
  )
)
await using gate = await createToolgate({
  workspace: await createFolder({ "greeting.txt": "Hello." }),
  policy: { files: [] },
  tools: builtins(),
  onAsk: ({ summary }) => ({ decision: "deny", reason: `Not now: ${summary.split("\n")[0]}` })
})
const tools = createTools(gate, { session: "alice" })
const { text } = await generateText({ model, tools, prompt: "Say goodbye in the file.", stopWhen: isStepCount(5) })
console.log(text)
