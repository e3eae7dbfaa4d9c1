// An OpenAI Agents SDK agent whose run is interrupted until a person decides a call in the gate.
import { Agent, Runner, RunState } from "@openai/agents"
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing"
import { createTools } from "@toolgate/adapters/openai-agents"
import { builtins, createToolgate } from "toolgate"
import { createFolder } from "./parts/createFolder.ts"

const write = functionCall("write_file", { path: "note.txt", content: "Bye." }, { callId: "1" })
const model = new ScriptedModel([[write], [assistantMessage("It is written.")]])
await using gate = await createToolgate({
  workspace: await createFolder({}),
  policy: { files: [] },
  tools: builtins(),
  onAsk: "wait"
})
const session = await gate.session({ id: "alice" })
const runner = new Runner({ modelProvider: { getModel: () => model }, tracingDisabled: true })
const agent = new Agent({ name: "Writer", tools: createTools(session, { approvals: "framework" }) })
const { state } = await runner.run(agent, "Write a note.")
const sent = state.toString() // to the client, and back

for (const { id, summary } of await session.approvals.list()) {
  console.log(summary)
  await session.approvals.decide(id, { decision: "approve" }, { by: "alice" })
}
const back = await RunState.fromString(agent, sent)
for (const interruption of back.getInterruptions()) back.approve(interruption)
console.log((await runner.run(agent, back)).finalOutput)
