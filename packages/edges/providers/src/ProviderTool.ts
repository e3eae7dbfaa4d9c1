import type { ContentBlock, JsonObject, ToolExecution } from "@toolgate/core"
import type { ProviderSpecs } from "./ListedTool.ts"

/**
 * A tool that a provider defines and this process runs, such as OpenAI's `shell`. It exists on the wire only: its calls
 * become calls of the gate's tools, to which rules, approvals and the audit log apply.
 */
export interface ProviderTool {
  /** The name of the tool in messages. The model sees the name in the spec. */
  readonly name: string
  readonly description: string
  readonly providerSpecs: ProviderSpecs
  /** The items of a response that call the tool. */
  readonly callTypes: ReadonlyArray<CallType>
  /** The gate's tools that calls may need. The tool is declared only if all of them are listed. */
  readonly uses: ReadonlyArray<string>
  /** The gate's tools that this tool replaces in the declaration. */
  readonly replaces?: ReadonlyArray<string>
  /**
   * Converts a call to calls of the gate's tools. An unreadable call needs a call too, so that the gate refuses and
   * records it: if the function throws or returns no calls, the first tool of `uses` is called with arguments that no
   * gate accepts.
   */
  readonly handleCall: (call: ProviderCall) => HandledCall
}

/** A kind of item in a response, by its type and optionally its name and toolset. */
export interface CallType {
  /** The type of the item, such as `shell_call` or `tool_use`. Gemini's parts count as `functionCall`. */
  readonly type: string
  readonly name?: string
  /** The `toolset_name` of the item, for all members of an Anthropic toolset. */
  readonly toolset?: string
}

/** A call of a provider's tool as received, not validated. */
export interface ProviderCall {
  /** The provider's name in formats, such as `openai`. */
  readonly provider: string
  readonly id: string
  readonly type: string
  readonly name: string | undefined
  /** The item, verbatim. Its arguments are in the provider's place: `action`, `operation`, `input` or `args`. */
  readonly item: JsonObject
}

/** A call of a gate's tool. The format adds the id. */
export type LocalCall = { readonly tool: string } & (
  | { readonly args: JsonObject; readonly argsText?: undefined }
  | { readonly argsText: string; readonly args?: undefined }
)

/** The calls for a provider's call, and the way to its answer. */
export interface HandledCall {
  readonly calls: ReadonlyArray<LocalCall>
  /**
   * Builds the answer from the executions, one per call in the same order. Without this function, or if it throws, the
   * answer is the model text of each execution.
   */
  readonly answer?: (executions: ReadonlyArray<ToolExecution>) => AnswerPayload
}

/**
 * The answer to a provider's call: members of the provider's answer item, to which the format adds type, id and echoed
 * members; or blocks, which the format writes as for any tool.
 */
export type AnswerPayload =
  | {
      readonly item: JsonObject
      /**
       * A text for the model that does not fit into the item. OpenAI's format writes it as a message after the answers.
       */
      readonly note?: string
    }
  | { readonly content: ReadonlyArray<ContentBlock>; readonly isError?: boolean }

/**
 * Defines a provider tool.
 *
 * ```ts
 * import { defineProviderTool } from "@toolgate/providers"
 *
 * // Lets the model run commands with Anthropic's `bash`, as calls of the gate's `shell`.
 * export const bash = defineProviderTool({
 *   name: "bash",
 *   description: "Anthropic's bash, run by the gate's shell.",
 *   providerSpecs: { anthropic: { type: "bash_20250124", name: "bash" } },
 *   callTypes: [{ type: "tool_use", name: "bash" }],
 *   uses: ["shell"],
 *   handleCall: ({ item }) => ({ calls: [{ tool: "shell", argsText: JSON.stringify(item.input) }] })
 * })
 * ```
 */
export const defineProviderTool = (options: ProviderTool): ProviderTool => options
