import { type Json, type JsonObject, makeWellFormed, type ObservedUse } from "@toolgate/core"
import { isJsonObject, parseJson } from "@toolgate/core/json"
import type { Declared, Format, ProviderTurn, ReadOptions } from "../Format.ts"
import { answerItems, type ItemAnswer } from "../round/answerItems.ts"
import { type Declaring, declareTools } from "../round/declareTools.ts"
import { getProgramId } from "../round/getProgramId.ts"
import { type Arguments, type FoundCall, readTurn } from "../round/readTurn.ts"
import { openAiBounds } from "../round/requestBounds.ts"
import { getMember, getText, pickMembers, toObjects } from "../round/unknownJson.ts"
import { openAiNames } from "../round/WireNames.ts"
import { openAiDialect } from "../schemas/dialects.ts"
import { createResponsesStream } from "./createResponsesStream.ts"
import type { ResponsesAnswer, ResponsesEvent, ResponsesFunction, ResponsesResponse } from "./responsesWire.ts"
import { writeResponsesAnswer } from "./writeResponsesAnswer.ts"

/** The format of OpenAI's Responses API. The model's message is the response's output. */
export interface ResponsesFormat extends Format<ResponsesFunction, ResponsesResponse, ResponsesAnswer, ResponsesEvent> {
  readonly calls: <R extends ResponsesResponse>(
    response: R,
    declared: Declared,
    options?: ReadOptions
  ) => ProviderTurn<SaidItem<R>>
}

/** An item of a response that a request may contain too. */
export type SaidItem<R extends ResponsesResponse> = Exclude<
  R["output"][number],
  { readonly type: "additional_tools" | "computer_call_output" }
>

/**
 * OpenAI's Responses API.
 *
 * ```ts
 * import { openAiResponses, type ResponsesResponse } from "@toolgate/providers"
 * import type { Session } from "toolgate"
 *
 * // Makes the calls of a response, and returns what the next request has to hold after its own input.
 * export const answer = async (session: Session, response: ResponsesResponse) => {
 *   const declared = openAiResponses.declare(await session.tools.declarable())
 *   const turn = openAiResponses.calls(response, declared)
 *   return [...turn.said, ...openAiResponses.answers(turn, await session.dispatchAll(turn.calls))]
 * }
 * ```
 */
export const openAiResponses: ResponsesFormat = {
  provider: "openai",
  declare: <Spec extends object = never>(...[tools, options]: Parameters<ResponsesFormat["declare"]>) =>
    declareTools<ResponsesFunction | Spec>(declaring as Declaring<ResponsesFunction | Spec>, tools, options),
  calls: <R extends ResponsesResponse>(response: R, declared: Declared, options: ReadOptions = {}) => {
    const output = getMember(response, "output")
    const items: ReadonlyArray<unknown> = Array.isArray(output) ? output : []
    const ours = [...items.entries()].flatMap(([at, item]) =>
      isJsonObject(item) && isOurs(item, declared) ? [[at, foundCall(item, declared)] as const] : []
    )
    const id = getMember(response, "id")
    const found = ours.map(([, call]) => call)
    const read = readTurn("openai", found, declared, options.turn ?? (typeof id === "string" ? id : "call"))
    const ids = new Map(ours.map(([at], index) => [at, read.items[index]?.id]))
    const said = items.map((item, at) => withId(item, ids.get(at))).filter(isSendable)
    return { ...read, said: makeWellFormed(said) as Array<SaidItem<R>> }
  },
  answers: (turn, executions, { acknowledged = [] } = {}) => {
    const checks = new Set(acknowledged)
    const made = answerItems(turn.items, executions)
    return makeWellFormed([...made.map((answer) => writeResponsesAnswer(answer, checks)), ...made.flatMap(noteOf)])
  },
  hosted: (response, declared) => hostedOf(getMember(response, "output"), declared),
  stream: createResponsesStream
}

// Written as a user message: a tool's text has neither the developer's authority nor the model's.
const noteOf = ({ note }: ItemAnswer): ReadonlyArray<ResponsesAnswer> =>
  note === undefined ? [] : [{ type: "message", role: "user", content: [{ type: "input_text", text: note }] }]

const declaring: Declaring<ResponsesFunction> = {
  names: { provider: "openai", ...openAiNames },
  dialect: openAiDialect,
  hasSearch: true,
  most: openAiBounds,
  ofSpec: (spec) => spec as unknown as ResponsesFunction,
  ofTool: ({ tool, wire, schema, strict, deferLoading, callers }) => ({
    type: "function",
    name: wire,
    description: tool.description,
    parameters: schema as ResponsesFunction["parameters"],
    strict,
    ...(tool.output === undefined ? {} : { output_schema: tool.output as ResponsesFunction["parameters"] }),
    ...(callers === undefined
      ? {}
      : {
          allowed_callers: callers.direct ? (["direct", "programmatic"] as const).slice() : ["programmatic" as const]
        }),
    ...(deferLoading ? { defer_loading: true } : {})
  }),
  programOf: ({ type }) => (type === "programmatic_tool_calling" ? "programmatic" : undefined)
}

const foundCall = (item: JsonObject, declared: Declared): FoundCall => {
  const type = getText(item, "type") ?? ""
  const name = getText(item, "name")
  const id = getText(item, idName(type))
  const program = getProgramId(item.caller, "caller_id")
  if (type === "mcp_approval_request") return { item, type, id, name: undefined, program, ...approval(item, declared) }
  const echo = pickMembers(item, type === "function_call" ? ["caller", "namespace"] : ["caller"])
  // Tool names of a gate have no colon, so the gate refuses and records an undeclared namespace.
  if (type === "function_call") return { item, type, id, name, args: argumentsOf(item.arguments), echo, program }
  if (type === "custom_tool_call")
    return { item, type, id, name, args: { args: { input: item.input ?? null } }, echo, program }
  return { item, type, id, name, tool: `openai:${type}`, args: { args: {} }, echo, program }
}

/** Returns the name of the member that identifies an item in its answer. */
const idName = (type: string): string =>
  type === "mcp_approval_request" || type === "local_shell_call" ? "id" : "call_id"

/** Returns the arguments as received. Some servers send a value instead of text. */
const argumentsOf = (given: unknown): Arguments => (isJsonObject(given) ? { args: given } : { argsText: text(given) })

const text = (given: unknown): string => (typeof given === "string" ? given : "")

/**
 * Creates a call of the hosted tool for an MCP server. The gate only judges it; the provider calls the server if the
 * gate agrees. Arguments other than a JSON object are refused.
 */
const approval = (item: JsonObject, { tools }: Declared): { tool: string; args: Arguments } => {
  const label = getText(item, "server_label")
  const server = tools.find(
    ({ kind, spec }) => kind === "hosted" && spec?.type === "mcp" && label !== undefined && spec.server_label === label
  )
  const given = text(item.arguments).trim() || "{}"
  // Valid JSON on its own, the text cannot inject members into the outer object.
  const args = `{"tool":${JSON.stringify(getText(item, "name") ?? "")},"arguments":${given}}`
  return { tool: server?.tool ?? `mcp:${label ?? ""}`, args: { argsText: isJsonObject(parsed(given)) ? args : "" } }
}

const parsed = (json: string): unknown => {
  try {
    return parseJson(json)
  } catch {
    return undefined
  }
}

// A request accepts these items from developers only.
const isSendable = (item: unknown): boolean =>
  getMember(item, "type") !== "additional_tools" || getMember(item, "role") === "developer"

const withId = (item: unknown, id: string | undefined): unknown => {
  if (id === undefined || !isJsonObject(item)) return item
  const name = idName(getText(item, "type") ?? "")
  return item[name] === id ? item : { ...item, [name]: id }
}

/** Returns what OpenAI ran itself: every item that only the provider creates. */
const hostedOf = (output: unknown, declared: Declared): ReadonlyArray<ObservedUse> =>
  toObjects(output).flatMap((item) => {
    const type = getText(item, "type") ?? ""
    if (!isHosted(type) || isOurs(item, declared)) return []
    const name = getText(item, "name")
    return [
      {
        tool: toolOf(item, type, declared),
        id: getText(item, "call_id") ?? getText(item, "id"),
        type,
        name,
        input: inputOf(item),
        ...(item.status === "failed" || typeof item.error === "string" ? { failed: true } : {})
      }
    ]
  })

// Unknown types of calls are the provider's.
const isHosted = (type: string): boolean => type === "program" || type === "mcp_list_tools" || type.endsWith("_call")

/** Returns the hosted tool for an item by its type: `web_search` for `web_search_call`. */
const toolOf = (item: JsonObject, type: string, { tools }: Declared): string | undefined => {
  const kind = type === "program" ? "programmatic_tool_calling" : type.replace(/_(call|list_tools)$/, "")
  const label = getText(item, "server_label")
  return tools.find(
    ({ spec, kind: is }) =>
      is === "hosted" &&
      spec !== undefined &&
      typeof spec.type === "string" &&
      (spec.type === kind || spec.type.startsWith(`${kind}_`)) &&
      (kind !== "mcp" || spec.server_label === label)
  )?.tool
}

const inputOf = (item: JsonObject): Json | undefined => {
  for (const name of ["action", "arguments", "queries", "code"])
    if (Object.hasOwn(item, name) && item[name] !== undefined) return item[name]
  return undefined
}

/** Whether an item is a call that the next request has to answer. The provider answers all other calls. */
const isOurs = (item: JsonObject, declared: Pick<Declared, "providerTool">): boolean => {
  const type = getText(item, "type") ?? ""
  const name = getText(item, "name")
  if (declared.providerTool(name === undefined ? { type } : { type, name }) !== undefined) return true
  // The provider runs calls for its own containers.
  if (type === "shell_call") return !isContainer(getMember(getMember(item, "environment"), "type"))
  if (type === "tool_search_call") return getMember(item, "execution") === "client"
  return answered.has(type)
}

const answered = new Set([
  "function_call",
  "custom_tool_call",
  "computer_call",
  "apply_patch_call",
  "local_shell_call",
  "mcp_approval_request"
])

const isContainer = (environment: unknown): boolean =>
  typeof environment === "string" && environment.startsWith("container")
