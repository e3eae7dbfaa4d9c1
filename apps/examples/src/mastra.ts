// A Mastra agent behind a gate.
import { Agent } from "@mastra/core/agent"
import { createTools } from "@toolgate/adapters/mastra"
import { builtins, createToolgate } from "toolgate"
import { createFolder } from "./parts/createFolder.ts"
import { makeScriptedModel } from "./parts/makeScriptedModel.ts"
import { makeScript } from "./parts/Script.ts"

// Mastra bundles its own copy of the model types.
const model = makeScriptedModel(makeScript({ tool: "read_file", args: { path: "greeting.txt" } })) as never
await using gate = await createToolgate({
  workspace: await createFolder({ "greeting.txt": "Hello." }),
  policy: "default",
  tools: builtins()
})
const tools = createTools(gate, { session: "alice" })
const agent = new Agent({ id: "reader", name: "Reader", instructions: "Read files.", model, tools })
console.log((await agent.generate("What does greeting.txt say?")).text)
