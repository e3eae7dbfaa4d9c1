import type { ContentBlock, JsonObject, ToolExecution } from "@toolgate/core"
import type { ProviderSpecs } from "./ListedTool.ts"

/**
 * A tool that a provider defines and this process runs, such as OpenAI's `shell`. It is a form on the wire and no tool of the gate:
 * its calls become calls of the gate's own tools, so that rules, approvals and the record are about these.
 */
export interface ProviderTool {
  /** The name by which messages call the tool. The model knows it by the name of its spec. */
  readonly name: string
  readonly description: string
  readonly providerSpecs: ProviderSpecs
  /** The items of a response that are calls of the tool. */
  readonly callTypes: ReadonlyArray<CallType>
  /** The gate's tools that a call may need. The tool is declared only if all of them are listed. */
  readonly uses: ReadonlyArray<string>
  /** The gate's tools that are not declared beside it, because the model has it in their place. */
  readonly replaces?: ReadonlyArray<string>
  /**
   * Turns a call into calls of the gate's tools. A call that cannot be read has to become one as well, so that the gate refuses it
   * and has it on record: if the function throws or returns no calls, a call of the first tool of `uses` is made that no gate runs.
   */
  readonly handleCall: (call: ProviderCall) => HandledCall
}

/** A kind of item in a response. The item has the type and, where given, the name and the toolset. */
export interface CallType {
  /** The type of the item, such as `shell_call` or `tool_use`. Gemini's parts have the type `functionCall`. */
  readonly type: string
  readonly name?: string
  /** The `toolset_name` of the item, for all members of a toolset of Anthropic's. */
  readonly toolset?: string
}

/** A call of a provider's tool, as it came. Nothing of it was checked. */
export interface ProviderCall {
  /** The format's name for the provider, such as `openai`. */
  readonly provider: string
  readonly id: string
  readonly type: string
  readonly name: string | undefined
  /** The item, verbatim. Arguments are where the provider has them: in `action`, `operation`, `input`, `args`. */
  readonly item: JsonObject
}

/** A call of one of the gate's tools. The format gives it an id. */
export type LocalCall = { readonly tool: string } & (
  | { readonly args: JsonObject; readonly argsText?: undefined }
  | { readonly argsText: string; readonly args?: undefined }
)

/** The calls that a call of a provider's tool becomes, and the way to its answer. */
export interface HandledCall {
  readonly calls: ReadonlyArray<LocalCall>
  /**
   * Makes the answer of the executions, which come in the order of the calls, one for each. Without the function, or if it throws,
   * the answer is what the model is told of each execution.
   */
  readonly answer?: (executions: ReadonlyArray<ToolExecution>) => AnswerPayload
}

/**
 * The answer to a call of a provider's tool: members of the item that the provider takes as an answer, beside which the format writes
 * its type, the id and what has to be echoed; or blocks, which the format writes as those of any tool.
 */
export type AnswerPayload =
  | {
      readonly item: JsonObject
      /** A text for the model that the item has no place for. OpenAI's format writes it as a message after the answers. */
      readonly note?: string
    }
  | { readonly content: ReadonlyArray<ContentBlock>; readonly isError?: boolean }

/**
 * Makes a provider tool.
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
