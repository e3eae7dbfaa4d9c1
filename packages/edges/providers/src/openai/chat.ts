import { type JsonObject, makeWellFormed } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { Declared, Format, ProviderTurn, ReadOptions } from "../Format.ts"
import { blockText } from "../modelText.ts"
import { answerItems } from "../round/answerItems.ts"
import { type Declaring, declareTools } from "../round/declareTools.ts"
import { type FoundCall, readTurn } from "../round/readTurn.ts"
import { openAiBounds } from "../round/requestBounds.ts"
import { getMember, getText, toObjects } from "../round/unknownJson.ts"
import { openAiNames } from "../round/WireNames.ts"
import { openAiDialect } from "../schemas/dialects.ts"
import type { ChatAnswer, ChatChunk, ChatFunction, ChatResponse } from "./chatWire.ts"
import { createChatStream } from "./createChatStream.ts"

/** The format of OpenAI's Chat Completions API. The model's message is that of the first choice. */
export interface ChatFormat extends Format<ChatFunction, ChatResponse, ChatAnswer, ChatChunk> {
  readonly calls: <R extends ChatResponse>(
    response: R,
    declared: Declared,
    options?: ReadOptions
  ) => ProviderTurn<R["choices"][number]["message"]>
}

/**
 * OpenAI's Chat Completions API, which many other servers implement. All tools are functions that the app runs. Specs
 * are those of the provider `openai-chat`.
 *
 * ```ts
 * import { type ChatResponse, openAiChat } from "@toolgate/providers"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, response: ChatResponse) => {
 *   const declared = openAiChat.declare(await session.tools.declarable())
 *   const turn = openAiChat.calls(response, declared)
 *   return [...turn.said, ...openAiChat.answers(turn, await session.dispatchAll(turn.calls))]
 * }
 * ```
 */
export const openAiChat: ChatFormat = {
  provider: "openai-chat",
  declare: <Spec extends object = never>(...[tools, options]: Parameters<ChatFormat["declare"]>) =>
    declareTools<ChatFunction | Spec>(declaring as Declaring<ChatFunction | Spec>, tools, options),
  calls: <R extends ChatResponse>(response: R, declared: Declared, options: ReadOptions = {}) => {
    const [choice] = toObjects(getMember(response, "choices"))
    const message = getMember(choice, "message")
    if (!isJsonObject(message)) return { calls: [], items: [], said: [] }
    const toolCalls = toObjects(message.tool_calls)
    const id = getMember(response, "id")
    const read = readTurn(
      "openai-chat",
      toolCalls.map(foundCall),
      declared,
      options.turn ?? (typeof id === "string" ? id : "call")
    )
    const said = toolCalls.every((call, index) => call.id === read.items[index]?.id)
      ? message
      : { ...message, tool_calls: toolCalls.map((call, index) => ({ ...call, id: read.items[index]?.id ?? "" })) }
    return { ...read, said: [makeWellFormed(said) as R["choices"][number]["message"]] }
  },
  answers: (turn, executions) =>
    makeWellFormed(
      answerItems(turn.items, executions).map(({ item, blocks, payload }) => ({
        ...payload,
        role: "tool",
        tool_call_id: item.id,
        ...(payload === undefined ? { content: blocks.map((block) => blockText(block)).join("\n") } : {})
      }))
    ) as Array<ChatAnswer>,
  hosted: () => [],
  stream: createChatStream
}

const declaring: Declaring<ChatFunction> = {
  names: { provider: "openai-chat", ...openAiNames },
  dialect: openAiDialect,
  hasSearch: false,
  most: openAiBounds,
  ofSpec: (spec) => spec as unknown as ChatFunction,
  ofTool: ({ tool, wire, schema, strict }) => ({
    type: "function",
    function: {
      name: wire,
      description: tool.description,
      parameters: schema as ChatFunction["function"]["parameters"],
      strict
    }
  }),
  programOf: () => undefined
}

const foundCall = (item: JsonObject): FoundCall => {
  const type = getText(item, "type") ?? "function"
  const custom = getMember(item, "custom")
  const called = isJsonObject(custom) ? custom : getMember(item, "function")
  const name = isJsonObject(called) ? getText(called, "name") : undefined
  const id = getText(item, "id")
  if (isJsonObject(custom))
    return { item, type, id, name, args: { args: { input: getMember(custom, "input") ?? null } } }
  const given = getMember(called, "arguments")
  return {
    item,
    type,
    id,
    name,
    args: isJsonObject(given) ? { args: given } : { argsText: typeof given === "string" ? given : "" }
  }
}
