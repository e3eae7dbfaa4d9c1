import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages"
import { createAgent, fakeModel } from "langchain"
import { toolsFor } from "../src/langchain.ts"
import { adapterContract } from "./adapterContract.ts"
import type { ModelCall, Run, RunEnd, Told } from "./contract/Framework.ts"

/** Returns a model that makes these calls turn by turn, and then says "done". */
export const modelOf = (turns: Run["turns"]) =>
  turns.reduce((model, calls) => model.respond(messageOf(calls)), fakeModel()).respond(new AIMessage("done"))

const messageOf = (calls: ReadonlyArray<ModelCall>): AIMessage =>
  new AIMessage({
    content: "",
    tool_calls: calls.flatMap(({ id, tool: name, args, text }) =>
      text === undefined ? [{ type: "tool_call" as const, id, name, args: args as Record<string, unknown> }] : []
    ),
    invalid_tool_calls: calls.flatMap(({ id, tool: name, text }) =>
      text === undefined ? [] : [{ type: "invalid_tool_call" as const, id, name, args: text, error: "no JSON" }]
    )
  })

const run = async ({ session, turns, options, signal }: Run): Promise<RunEnd> => {
  const model = modelOf(turns)
  const agent = createAgent({ model, tools: toolsFor(session, options) })
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
  return { told: (model.calls.at(-1)?.messages ?? []).flatMap(toldOf), text, deltas }
}

const lastWords = (messages: ReadonlyArray<BaseMessage>): string | undefined => {
  const last = messages.at(-1)
  return last?.getType() === "ai" && last.text !== "" ? last.text : undefined
}

export const toldOf = (message: BaseMessage): ReadonlyArray<Told> => {
  if (!ToolMessage.isInstance(message)) return []
  const { tool_call_id: id, status, text, contentBlocks } = message
  const files = contentBlocks.flatMap((block) => (typeof block.mimeType === "string" ? [block.mimeType] : []))
  return [{ id, as: status === "error" ? "error" : "result", text, files }]
}

adapterContract("LangChain", {
  run,
  denial: "error",
  failure: "error",
  takesFiles: true,
  streams: true,
  validatesFirst: true,
  onUnknownTool: "tells the model"
})
