import { type ContentBlock, type JsonObject, makeWellFormed, type ObservedUse } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import { anthropicMedia, convertMedia } from "../convertMedia.ts"
import type { Declared, Format, ProviderTurn, ReadOptions } from "../Format.ts"
import { blockText } from "../modelText.ts"
import { answerItems, type ItemAnswer } from "../round/answerItems.ts"
import { type Declaring, declareTools } from "../round/declareTools.ts"
import { getProgramId } from "../round/getProgramId.ts"
import { type FoundCall, readTurn } from "../round/readTurn.ts"
import { anthropicBounds } from "../round/requestBounds.ts"
import { getMember, getText, pickMembers, toObjects } from "../round/unknownJson.ts"
import { anthropicNames } from "../round/WireNames.ts"
import { anthropicDialect } from "../schemas/dialects.ts"
import { createMessagesStream } from "./createMessagesStream.ts"
import type {
  AnthropicAnswer,
  AnthropicCaller,
  AnthropicContent,
  AnthropicEvent,
  AnthropicImage,
  AnthropicResponse,
  AnthropicResult,
  AnthropicTool
} from "./messagesWire.ts"
import { toInputObject } from "./toInputObject.ts"

/** The format of Anthropic's Messages API. The model's message has the content of the response. */
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
    const given = getMember(response, "content")
    const content: ReadonlyArray<unknown> = Array.isArray(given) ? given : []
    const ours = [...content.entries()].flatMap(([at, block]) =>
      isJsonObject(block) && block.type === "tool_use" ? [[at, foundCall(block)] as const] : []
    )
    const id = getMember(response, "id")
    const found = ours.map(([, call]) => call)
    const read = readTurn("anthropic", found, declared, options.turn ?? (typeof id === "string" ? id : "call"))
    const ids = new Map(ours.map(([at], index) => [at, read.items[index]?.id]))
    const said = content.map((block, at) => sendable(block, ids.get(at)))
    return {
      ...read,
      said:
        said.length === 0
          ? []
          : [{ role: "assistant" as const, content: makeWellFormed(said) as unknown as R["content"] }]
    }
  },
  answers: (turn, executions) => {
    const content = answerItems(turn.items, executions).map(anthropicResult)
    return content.length === 0 ? [] : makeWellFormed([{ role: "user" as const, content }])
  },
  hosted: (response, declared) => hostedOf(getMember(response, "content"), declared),
  stream: createMessagesStream
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
  // The first version of the code tool could not call other tools.
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
    id: getText(item, "id"),
    name: getText(item, "name"),
    toolset: getText(item, "toolset_name"),
    // A stream delivers text.
    args: typeof input === "string" ? { argsText: input } : { args: input ?? {} },
    echo: pickMembers(item, ["toolset_name"]),
    program: getProgramId(item.caller, "tool_id")
  }
}

/** Returns a block for the next request, with the answered id and an object as input. */
const sendable = (block: unknown, id: string | undefined): unknown => {
  if (id === undefined || !isJsonObject(block)) return block
  return block.id === id && isJsonObject(block.input) ? block : { ...block, id, input: toInputObject(block.input) }
}

/** Returns what Anthropic ran itself, or on an MCP server. */
const hostedOf = (content: unknown, declared: Declared): ReadonlyArray<ObservedUse> => {
  const blocks = toObjects(content)
  const failed = new Set(blocks.filter(isFailure).map((block) => block.tool_use_id))
  return blocks.flatMap((block) => {
    const type = getText(block, "type") ?? ""
    if (!type.endsWith("_tool_use")) return []
    const name = getText(block, "name")
    const id = getText(block, "id")
    const use = { tool: toolOf(block, name, declared), id, type, name, input: block.input }
    return [id !== undefined && failed.has(id) ? { ...use, failed: true } : use]
  })
}

/** Whether a block is the result of a failed use. */
const isFailure = (block: JsonObject): boolean =>
  block.is_error === true ||
  (getText(block, "type")?.endsWith("_tool_result") === true &&
    String(getMember(block.content, "type")).endsWith("_error"))

/** Returns the hosted tool for a use: by name, by MCP server, or the code tool. */
const toolOf = (block: JsonObject, name: string | undefined, { tools }: Declared): string | undefined => {
  const server = getText(block, "server_name")
  return tools.find(({ kind, spec, wire }) => {
    if (kind !== "hosted" || spec === undefined) return false
    if (server !== undefined) return getMember(spec, "mcp_server_name") === server
    const runsCode = getText(spec, "type")?.startsWith("code_execution") === true
    return wire === name || (runsCode && name?.endsWith("_code_execution") === true)
  })?.tool
}

/** Writes an answer as a tool result of the Messages API. */
const anthropicResult = ({ item, payload, blocks, isError }: ItemAnswer): AnthropicResult => {
  const { toolset_name } = item.echo
  return {
    ...(payload as object),
    type: "tool_result",
    tool_use_id: item.id,
    ...(payload === undefined
      ? { content: blocks.flatMap((block) => contentOf(block, isError)), ...(isError ? { is_error: true } : {}) }
      : {}),
    ...(typeof toolset_name === "string" ? { toolset_name } : {})
  } as AnthropicResult
}

/** Converts a block. Errors may contain text only, and texts must not be empty. */
const contentOf = (block: ContentBlock, isError: boolean): ReadonlyArray<AnthropicContent> => {
  const isMedia = block.type === "image" || (block.type === "file" && block.base64 !== undefined)
  const shown = isMedia && !isError ? convertMedia(block, anthropicMedia) : undefined
  if (typeof shown === "object") {
    const { mediaType, base64: data } = shown
    if (mediaType === "application/pdf")
      return [
        {
          type: "document",
          source: { type: "base64", media_type: mediaType, data },
          ...(block.type !== "file" || block.name === undefined ? {} : { title: block.name })
        }
      ]
    return [{ type: "image", source: { type: "base64", media_type: mediaType as AnthropicImage, data } }]
  }
  const text = blockText(block, shown)
  return /\S/.test(text) ? [{ type: "text", text }] : []
}
