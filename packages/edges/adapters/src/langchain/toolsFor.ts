import type { ToolMessage } from "@langchain/core/messages"
import { DynamicStructuredTool } from "@langchain/core/tools"
import type { Session, Toolgate } from "toolgate"
import { type FrameworkCall, gateTools } from "../GateTool.ts"
import { printed } from "../printed.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"
import { toolMessage } from "./toolMessage.ts"

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
  gateTools(door, options).map(
    ({ name, description, parameters, call }) =>
      new DynamicStructuredTool({
        name,
        description,
        schema: parameters as never,
        // A generator, which LangChain reads to its end: its type knows only what is returned in the end.
        func: async function* (
          args: unknown,
          _manager: unknown,
          config?: RunConfig
        ): AsyncGenerator<string, ToolMessage> {
          const made = { id: config?.toolCall?.id, args, ...repeatable(config) }
          let execution = yield* printed((listening) => call({ ...made, ...listening }), config?.signal)
          if (execution.pending !== undefined && config?.interrupt !== undefined) {
            // Throws the first time. The node is run again from its beginning once the graph is resumed, and goes on here only if nobody
            // has decided until then.
            config.interrupt({ ...execution.pending, tool: name, args, message: execution.error?.message })
            execution = yield* printed((listening) => call({ ...made, ...listening }), config?.signal)
          }
          return toolMessage(execution)
        } as never
      })
  )

/** What LangGraph hands to a tool beside its arguments, as far as it is needed. */
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
