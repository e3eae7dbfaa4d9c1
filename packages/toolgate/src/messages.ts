import { type ContentBlock, type Json, makeWellFormed, type ToolCall, type ToolExecution } from "@toolgate/core"
import { parseJsonObject } from "@toolgate/core/json"
import * as Predicate from "effect/Predicate"
import { asJson } from "./asJson.ts"

/** A tool call of the model in a conversation. */
export interface ToolUseBlock {
  readonly type: "tool_use"
  readonly id: string
  readonly name: string
  readonly input: object
}

/** The result of a call. Every `tool_use` ID has exactly one result. */
export interface ToolResultBlock {
  readonly type: "tool_result"
  readonly tool_use_id: string
  readonly content: ReadonlyArray<ContentBlock>
  readonly is_error: boolean
}

/** A text block in a message. */
export type TextBlock = Extract<ContentBlock, { readonly type: "text" }>

/**
 * The message with the model's calls.
 *
 * ```ts
 * import type { AssistantMessage } from "toolgate/results"
 *
 * export const callIds = ({ content }: AssistantMessage) =>
 *   content.flatMap((block) => (block.type === "tool_use" ? block.id : []))
 * ```
 */
export interface AssistantMessage {
  readonly role: "assistant"
  readonly content: ReadonlyArray<TextBlock | ToolUseBlock>
}

/**
 * The message with the results of the calls.
 *
 * ```ts
 * import type { AssistantMessage, ToolMessage } from "toolgate/results"
 *
 * export const conversation: Array<AssistantMessage | ToolMessage> = []
 * ```
 */
export interface ToolMessage {
  readonly role: "tool"
  readonly content: ReadonlyArray<ToolResultBlock>
}

/** Returns the result as the model reads it: the tool's output, the error, and a notice if the outcome is unknown. */
export const toolResultBlock = (execution: ToolExecution): ToolResultBlock => {
  const { output, error, executed } = execution
  const said =
    output.content.length > 0 || output.value === undefined ? output.content : [textBlock(asText(output.value))]
  const repeats = error !== undefined && said.some((block) => block.type === "text" && block.text === error.message)
  return makeWellFormed({
    type: "tool_result",
    tool_use_id: execution.callId,
    content: [
      ...said,
      ...(error === undefined || repeats ? [] : [textBlock(error.message)]),
      ...invalid(error),
      ...(executed === "unknown" ? [unknownOutcome] : [])
    ],
    is_error: error !== undefined
  })
}

/**
 * Returns the two messages that put calls and their answers back into a conversation, in the order of the calls.
 *
 * Calls and executions are paired by ID and must match one to one, because providers reject conversations with a missing result.
 * `omitStopped` leaves out calls that a hook stopped, with their answers.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { builtins, createToolgate } from "toolgate"
 * import { buildToolResultMessages } from "toolgate/results"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const calls = [
 *   { id: "1", tool: "list_dir", args: {} },
 *   { id: "2", tool: "write_file", args: { path: "../note.txt", content: "hi" } }
 * ]
 * const conversation = [...buildToolResultMessages(calls, await gate.dispatchAll(calls))]
 * assert.deepEqual(
 *   conversation.map(({ role }) => role),
 *   ["assistant", "tool"]
 * )
 * // Each call needs an answer.
 * assert.throws(() => buildToolResultMessages(calls, []), TypeError)
 * ```
 */
export const buildToolResultMessages = (
  calls: ReadonlyArray<ToolCall>,
  executions: ReadonlyArray<ToolExecution>,
  options: { readonly text?: string; readonly omitStopped?: boolean } = {}
): readonly [AssistantMessage, ToolMessage] => {
  const answers = new Map(executions.map((execution) => [execution.callId, execution]))
  if (answers.size !== executions.length || executions.length !== calls.length)
    throw new TypeError(
      `Every call needs exactly one answer with the same ID; got ${calls.length} calls and answers to ${answers.size} IDs.`
    )
  const pairs = calls.map((call) => {
    const answer = answers.get(call.id)
    if (answer === undefined) throw new TypeError(`The call with the id ${JSON.stringify(call.id)} has no answer.`)
    return { call, answer }
  })
  const shown = options.omitStopped ? pairs.filter(({ answer }) => answer.error?.why !== "HookStopped") : pairs
  const text = options.text === undefined ? [] : [textBlock(options.text)]
  return [
    { role: "assistant", content: [...text, ...shown.map(({ call }) => toolUseBlock(call))] },
    { role: "tool", content: shown.map(({ answer }) => toolResultBlock(answer)) }
  ]
}

// Providers require an object here, even if the model wrote something else.
const toolUseBlock = (call: ToolCall): ToolUseBlock => {
  const asked = call.argsText === undefined ? call.args : parseJsonObject(call.argsText)
  return makeWellFormed({
    type: "tool_use",
    id: call.id,
    name: call.tool,
    input: Predicate.isObject(asked) ? asked : {}
  })
}

/** Returns the argument errors that a tool reported in addition to its message. */
const invalid = (error: ToolExecution["error"]): ReadonlyArray<TextBlock> => {
  const errors = error?.details.validationErrors
  return Array.isArray(errors) && errors.length > 0 ? [textBlock(errors.map((each) => `- ${each}`).join("\n"))] : []
}

const textBlock = (text: string): TextBlock => ({ type: "text", text })

const unknownOutcome = textBlock("[It is unknown whether the call took effect. Check before repeating it.]")

const asText = (value: Json): string =>
  typeof value === "string" ? value : JSON.stringify(makeWellFormed(asJson(value).json))
