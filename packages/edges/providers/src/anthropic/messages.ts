import { type JsonObject, wellFormed } from "@toolgate/core"
import type { Declared, Format, ProviderTurn, ReadOptions } from "../Format.ts"
import { answerItems } from "../round/answerItems.ts"
import { type Declaring, declareTools } from "../round/declareTools.ts"
import { programOf } from "../round/programOf.ts"
import { type FoundCall, readTurn } from "../round/readTurn.ts"
import { anthropicBounds } from "../round/requestBounds.ts"
import { isObject, memberOf, membersOf, textIn } from "../round/unknownJson.ts"
import { anthropicNames } from "../round/WireNames.ts"
import { anthropicDialect } from "../schemas/dialects.ts"
import { hostedOf } from "./hostedOf.ts"
import { inputOf } from "./inputOf.ts"
import { messagesStream } from "./messagesStream.ts"
import type {
  AnthropicAnswer,
  AnthropicCaller,
  AnthropicEvent,
  AnthropicResponse,
  AnthropicTool
} from "./messagesWire.ts"
import { anthropicResult } from "./result.ts"

/** The format of Anthropic's Messages API. What the model said is a message with the content of the response. */
export interface AnthropicFormat extends Format<AnthropicTool, AnthropicResponse, AnthropicAnswer, AnthropicEvent> {
  readonly calls: <R extends AnthropicResponse>(
    response: R,
    declared: Declared,
    options?: ReadOptions
  ) => ProviderTurn<{ role: "assistant"; content: R["content"] }>
}

/**
 * Anthropic's Messages API.
 *
 * ```ts
 * import { type AnthropicResponse, anthropic } from "@toolgate/providers"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, response: AnthropicResponse) => {
 *   const declared = anthropic.declare(await session.tools.declarable())
 *   const turn = anthropic.calls(response, declared)
 *   return [...turn.said, ...anthropic.answers(turn, await session.dispatchAll(turn.calls))]
 * }
 * ```
 */
export const anthropic: AnthropicFormat = {
  provider: "anthropic",
  declare: <Spec extends object = never>(...[tools, options]: Parameters<AnthropicFormat["declare"]>) =>
    declareTools<AnthropicTool | Spec>(declaring as Declaring<AnthropicTool | Spec>, tools, options),
  calls: <R extends AnthropicResponse>(response: R, declared: Declared, options: ReadOptions = {}) => {
    const given = memberOf(response, "content")
    const content: ReadonlyArray<unknown> = Array.isArray(given) ? given : []
    const ours = [...content.entries()].flatMap(([at, block]) =>
      isObject(block) && block.type === "tool_use" ? [[at, foundCall(block)] as const] : []
    )
    const id = memberOf(response, "id")
    const found = ours.map(([, call]) => call)
    const read = readTurn("anthropic", found, declared, options.turn ?? (typeof id === "string" ? id : "call"))
    const ids = new Map(ours.map(([at], index) => [at, read.items[index]?.id]))
    const said = content.map((block, at) => sendable(block, ids.get(at)))
    return {
      ...read,
      said:
        said.length === 0 ? [] : [{ role: "assistant" as const, content: wellFormed(said) as unknown as R["content"] }]
    }
  },
  answers: (turn, executions) => {
    const content = answerItems(turn.items, executions).map(anthropicResult)
    return content.length === 0 ? [] : wellFormed([{ role: "user" as const, content }])
  },
  hosted: (response, declared) => hostedOf(memberOf(response, "content"), declared),
  stream: messagesStream
}

const declaring: Declaring<AnthropicTool> = {
  names: { provider: "anthropic", ...anthropicNames },
  dialect: anthropicDialect,
  hasSearch: true,
  most: anthropicBounds,
  ofSpec: (spec) => spec as unknown as AnthropicTool,
  ofTool: ({ tool, wire, schema, strict, deferLoading, callers }) => ({
    name: wire,
    description: tool.description,
    input_schema: schema as AnthropicTool["input_schema"],
    ...(strict ? { strict } : {}),
    ...(deferLoading ? { defer_loading: deferLoading } : {}),
    ...(callers === undefined
      ? {}
      : { allowed_callers: [...(callers.direct ? ["direct" as const] : []), callers.program as AnthropicCaller] })
  }),
  // The first tool that ran code had no way to call others.
  programOf: ({ type }) =>
    typeof type === "string" && type.startsWith("code_execution_") && type !== "code_execution_20250522"
      ? type
      : undefined
}

const foundCall = (item: JsonObject): FoundCall => {
  const { input } = item
  return {
    item,
    type: "tool_use",
    id: textIn(item, "id"),
    name: textIn(item, "name"),
    toolset: textIn(item, "toolset_name"),
    // A stream gives the text.
    args: typeof input === "string" ? { argsText: input } : { args: input ?? {} },
    echo: membersOf(item, ["toolset_name"]),
    program: programOf(item.caller, "tool_id")
  }
}

/** Returns a block as the next request may hold it: with the id that is answered, and an input that is an object. */
const sendable = (block: unknown, id: string | undefined): unknown => {
  if (id === undefined || !isObject(block)) return block
  return block.id === id && isObject(block.input) ? block : { ...block, id, input: inputOf(block.input) }
}
