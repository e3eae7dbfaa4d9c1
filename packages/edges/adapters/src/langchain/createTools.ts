import { type ContentBlock, ToolMessage } from "@langchain/core/messages"
import { DynamicStructuredTool } from "@langchain/core/tools"
import { blockText, modelBlocks } from "@toolgate/providers"
import type { Session, ToolExecution, Toolgate } from "toolgate"
import { type FrameworkCall, listGateTools } from "../GateTool.ts"
import { getPublicAnswer } from "../getPublicAnswer.ts"
import { indexByWireName } from "../indexByWireName.ts"
import { streamOutput } from "../streamOutput.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"

interface CreateTools {
  (gate: Toolgate, options?: GateToolsOptions): Array<DynamicStructuredTool>
  (session: Session, options?: ToolsOptions): Array<DynamicStructuredTool>
}

/**
 * Returns the visible tools of a gate for `createAgent` and `ToolNode`. Each call passes the gate under its id, ends
 * when the run is aborted, and never throws: a refusal is a message with the status "error". Output is emitted as tool
 * events, and the answer is the artifact of its message.
 *
 * With `approvals: "framework"`, a call that needs a person interrupts the graph with the question as value. Let the
 * person decide in the gate, then resume the graph: the value with which it resumes decides nothing.
 *
 * ```ts
 * import { createTools } from "@toolgate/adapters/langchain"
 * import { createAgent } from "langchain"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, content: string) => {
 *   const agent = createAgent({ model: "openai:gpt-5", tools: createTools(session) })
 *   const { messages } = await agent.invoke({ messages: [{ role: "user", content }] })
 *   return messages.at(-1)?.text
 * }
 * ```
 */
export const createTools: CreateTools = (door: Door, options: GateToolsOptions = {}): Array<DynamicStructuredTool> =>
  [...indexByWireName(listGateTools(door, options))].map(
    ([name, { name: tool, description, parameters, call }]) =>
      new DynamicStructuredTool({
        name,
        description,
        schema: parameters as never,
        // LangChain validates first. With this option, it tells the model what is wrong.
        verboseParsingErrors: true,
        // A generator that LangChain reads to the end. The type mentions only the returned value.
        func: async function* (
          args: unknown,
          _manager: unknown,
          config?: RunConfig
        ): AsyncGenerator<string, ToolMessage> {
          const id = config?.toolCall?.id
          const made = { id, args, ...repeatable(config) }
          const make = (id: string | undefined) =>
            streamOutput((listening) => call({ ...made, id, ...listening }), config?.signal)
          let execution = yield* make(id)
          // The first attempt still runs after another call of its node interrupted the graph. Waits for its answer.
          if (execution.error?.why === "DuplicateCall" && made.idempotencyKey !== undefined)
            execution = yield* make(undefined)
          // Throws at first. A resumed graph runs the node again and repeats the call. If there is still no decision,
          // the model reads that.
          if (execution.pending !== undefined)
            config?.interrupt?.({ ...execution.pending, tool, args, message: execution.error?.message })
          return toolMessage(execution, id)
        } as never
      })
  )

/** The parts of LangGraph's configuration that tools need. */
interface RunConfig {
  readonly signal?: AbortSignal
  readonly toolCall?: { readonly id?: string }
  readonly configurable?: { readonly checkpoint_ns?: string }
  /** Interrupts the graph. Exists only in LangGraph. */
  readonly interrupt?: (value: unknown) => unknown
}

/**
 * Returns the idempotency key of a call that LangGraph may repeat. A resumed node repeats all of its calls; with the
 * key, completed calls return their earlier answers. The checkpoint's name identifies one visit of a node.
 */
const repeatable = (config: RunConfig | undefined): Pick<FrameworkCall, "idempotencyKey"> => {
  const visit = config?.configurable?.checkpoint_ns
  const id = config?.toolCall?.id
  return visit === undefined || visit === "" || id === undefined || id === ""
    ? {}
    : { idempotencyKey: `langgraph ${visit} ${id}` }
}

/**
 * Converts an answer to LangChain's message for a model: a text, or blocks if there is more, with its status. The
 * artifact is the answer, and models do not see it.
 */
const toolMessage = (execution: ToolExecution, id = execution.callId): ToolMessage => {
  const parts = modelBlocks(execution).map(partOf)
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  return new ToolMessage({
    tool_call_id: id,
    name: execution.toolName,
    status: execution.success ? "success" : "error",
    artifact: getPublicAnswer(execution),
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
