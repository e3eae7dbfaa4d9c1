import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages"
import { fakeModel } from "langchain"
import type { AnswerForModel, ModelCall, Run } from "../contract/Framework.ts"

/** Returns a model that makes these calls turn by turn and then says "done". */
export const createModel = (turns: Run["turns"]) =>
  turns.reduce((model, calls) => model.respond(messageOf(calls)), fakeModel()).respond(new AIMessage("done"))

export const messageOf = (calls: ReadonlyArray<ModelCall>): AIMessage =>
  new AIMessage({
    content: "",
    tool_calls: calls.flatMap(({ id, tool: name, args, text }) =>
      text === undefined ? [{ type: "tool_call" as const, id, name, args: args as Record<string, unknown> }] : []
    ),
    invalid_tool_calls: calls.flatMap(({ id, tool: name, text }) =>
      text === undefined ? [] : [{ type: "invalid_tool_call" as const, id, name, args: text, error: "no JSON" }]
    )
  })

/** Returns what a model reads about a call. */
export const getAnswer = (message: BaseMessage): ReadonlyArray<AnswerForModel> => {
  if (!ToolMessage.isInstance(message)) return []
  const { tool_call_id: id, status, text, contentBlocks } = message
  const files = contentBlocks.flatMap((block) => (typeof block.mimeType === "string" ? [block.mimeType] : []))
  return [{ id, as: status === "error" ? "error" : "result", text, files }]
}
