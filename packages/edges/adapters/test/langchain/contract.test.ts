import { type BaseMessage, HumanMessage } from "@langchain/core/messages"
import { createAgent } from "langchain"
import { createTools } from "../../src/langchain.ts"
import type { Run, RunEnd } from "../contract/Framework.ts"
import { testAdapter } from "../testAdapter.ts"
import { createModel, getAnswer } from "./fakeModel.ts"

const run = async ({ session, turns, options, signal }: Run): Promise<RunEnd> => {
  const model = createModel(turns)
  const agent = createAgent({ model, tools: createTools(session, options) })
  const deltas: Array<string> = []
  let text: string | undefined
  try {
    const stream = await agent.stream(
      { messages: [new HumanMessage("go")] },
      { streamMode: ["tools", "values"], ...(signal === undefined ? {} : { signal }) }
    )
    for await (const [mode, part] of stream) {
      if (mode === "tools" && part.event === "on_tool_event") deltas.push(String(part.data))
      if (mode === "values") text = lastWords(part.messages)
    }
  } catch (cause) {
    if (signal?.aborted !== true) throw cause
  }
  return { told: (model.calls.at(-1)?.messages ?? []).flatMap(getAnswer), text, deltas }
}

const lastWords = (messages: ReadonlyArray<BaseMessage>): string | undefined => {
  const last = messages.at(-1)
  return last?.getType() === "ai" && last.text !== "" ? last.text : undefined
}

testAdapter("LangChain", {
  run,
  denial: "error",
  failure: "error",
  takesFiles: true,
  streams: true,
  validatesFirst: true,
  onUnknownTool: "tells the model"
})
