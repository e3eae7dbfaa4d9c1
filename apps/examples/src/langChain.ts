// A LangChain agent whose graph is interrupted until a person decides a call in the gate.
import { AIMessage } from "@langchain/core/messages"
import { Command, MemorySaver } from "@langchain/langgraph"
import { createTools } from "@toolgate/adapters/langchain"
import { createAgent, fakeModel } from "langchain"
import { builtins, createToolgate } from "toolgate"
import { createFolder } from "./parts/createFolder.ts"

const write = { id: "1", name: "write_file", args: { path: "note.txt", content: "Bye." } }
const model = fakeModel().respondWithTools([write]).respond(new AIMessage("It is written."))
await using gate = await createToolgate({
  workspace: await createFolder({}),
  policy: { files: [] },
  tools: builtins(),
  onAsk: "wait"
})
const session = await gate.session({ id: "alice" })
const tools = createTools(session, { approvals: "framework" })
const agent = createAgent({ model, tools, checkpointer: new MemorySaver() })
const thread = { configurable: { thread_id: "alice" } }
await agent.invoke({ messages: "Write a note." }, thread)

for (const { id, summary } of await session.approvals.list()) {
  console.log(summary)
  await session.approvals.decide(id, { decision: "approve" }, { by: "alice" })
}
const { messages } = await agent.invoke(new Command({ resume: "go on" }), thread)
console.log(messages.slice(-2).map(({ text }) => text))
