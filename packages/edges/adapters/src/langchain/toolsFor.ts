import { type ContentBlock, ToolMessage } from "@langchain/core/messages"
import { DynamicStructuredTool } from "@langchain/core/tools"
import { blockText, modelBlocks } from "@toolgate/providers"
import type { Session, ToolExecution, Toolgate } from "toolgate"
import { answerOf } from "../answerOf.ts"
import { byWireName } from "../byWireName.ts"
import { type FrameworkCall, gateTools } from "../GateTool.ts"
import { printed } from "../printed.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"

interface ToolsFor {
  (gate: Toolgate, options?: GateToolsOptions): Array<DynamicStructuredTool>
  (session: Session, options?: ToolsOptions): Array<DynamicStructuredTool>
}

/**
 * Returns the tools of a gate for `createAgent` and `ToolNode`: those that the asker is told about now. Each call passes the gate
 * under its id, ends when the run is aborted, and never throws: a refusal is a message with the status "error". What a call prints
 * is passed on as events of the tool, and the answer is the artifact of its message.
 *
 * With `approvals: "framework"`, a call that a person has to decide interrupts the graph; the interrupt's value is the question. Let
 * the person decide in the gate, and then resume the graph: the value that it is resumed with decides nothing.
 *
 * ```ts
 * import { toolsFor } from "@toolgate/adapters/langchain"
 * import { createAgent } from "langchain"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, content: string) => {
 *   const agent = createAgent({ model: "openai:gpt-5", tools: toolsFor(session) })
 *   const { messages } = await agent.invoke({ messages: [{ role: "user", content }] })
 *   return messages.at(-1)?.text
 * }
 * ```
 */
export const toolsFor: ToolsFor = (door: Door, options: GateToolsOptions = {}): Array<DynamicStructuredTool> =>
  [...byWireName(gateTools(door, options))].map(
    ([name, { name: tool, description, parameters, call }]) =>
      new DynamicStructuredTool({
        name,
        description,
        schema: parameters as never,
        // LangChain validates first, and tells the model what is wrong only then.
        verboseParsingErrors: true,
        // A generator, which LangChain reads to its end: its type knows only what is returned in the end.
        func: async function* (
          args: unknown,
          _manager: unknown,
          config?: RunConfig
        ): AsyncGenerator<string, ToolMessage> {
          const id = config?.toolCall?.id
          const made = { id, args, ...repeatable(config) }
          const make = (id: string | undefined) =>
            printed((listening) => call({ ...made, id, ...listening }), config?.signal)
          let execution = yield* make(id)
          // The first attempt runs on, after another call of its node has interrupted the graph: this one waits for its answer.
          if (execution.error?.why === "DuplicateCall" && made.idempotencyKey !== undefined)
            execution = yield* make(undefined)
          // Throws the first time. Once the graph is resumed, the node is run again from its beginning, and the call made again. If
          // nobody has decided until then, the model is told so.
          if (execution.pending !== undefined)
            config?.interrupt?.({ ...execution.pending, tool, args, message: execution.error?.message })
          return toolMessage(execution, id)
        } as never
      })
  )

/** The configuration that LangGraph hands to a tool beside its arguments, as far as it is needed. */
interface RunConfig {
  readonly signal?: AbortSignal
  readonly toolCall?: { readonly id?: string }
  readonly configurable?: { readonly checkpoint_ns?: string }
  /** Interrupts the graph. Only within LangGraph. */
  readonly interrupt?: (value: unknown) => unknown
}

/**
 * Returns the key of a call that LangGraph may make again. A node that is resumed runs all of its calls again, also those that have
 * run: with the key, they are answered as before. The name of the checkpoint is that of one visit of a node.
 */
const repeatable = (config: RunConfig | undefined): Pick<FrameworkCall, "idempotencyKey"> => {
  const visit = config?.configurable?.checkpoint_ns
  const id = config?.toolCall?.id
  return visit === undefined || visit === "" || id === undefined || id === ""
    ? {}
    : { idempotencyKey: `langgraph ${visit} ${id}` }
}

/**
 * Returns an answer as LangChain hands it to a model: a text, or blocks if there is more than text, with its status. The artifact, which
 * no model is sent, is the answer.
 */
const toolMessage = (execution: ToolExecution, id = execution.callId): ToolMessage => {
  const parts = modelBlocks(execution).map(partOf)
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  return new ToolMessage({
    tool_call_id: id,
    name: execution.toolName,
    status: execution.success ? "success" : "error",
    artifact: answerOf(execution),
    ...(texts.length === parts.length ? { content: texts.join("\n") } : { contentBlocks: parts })
  })
}

type Part =
  | ContentBlock.Text
  | ContentBlock.Multimodal.Image
  | ContentBlock.Multimodal.Audio
  | ContentBlock.Multimodal.File

const partOf = (block: ReturnType<typeof modelBlocks>[number]): Part =>
  (block.type === "image" || block.type === "audio" || block.type === "file") && block.base64 !== undefined
    ? { type: block.type, mimeType: block.mediaType, data: block.base64 }
    : { type: "text", text: blockText(block) }
