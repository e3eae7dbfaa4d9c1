import { type Tool as AgentTool, type FunctionTool, RunContext } from "@openai/agents"
import { type Tool, type ToolContext, ToolExecutionError } from "toolgate"
import { type ForeignTool, type FromOptions, foreignTools } from "../foreignTool.ts"
import { toolOutputOf } from "./toolOutputOf.ts"

/** The options of `fromOpenAiAgents`. */
export interface FromOpenAiAgentsOptions extends FromOptions {
  /** Makes the context of the app's own that the tools find in their run context. */
  readonly context?: (call: ToolContext) => unknown
}

/**
 * Returns function tools of the OpenAI Agents SDK as tools of a gate, so that a team keeps the tools that it has. The gate checks
 * their schemas before the policy is asked. They get the call's id and signal, and a tool that needs approval is for a person to
 * confirm. The SDK turns what a tool throws into a text, which looks like a result: give such tools `errorFunction: null`, so that a
 * failure stays one. Rejects if a tool is no function or has guardrails, or the options name a tool that there is not.
 *
 * ```ts
 * import type { FunctionTool } from "@openai/agents"
 * import { fromOpenAiAgents } from "@toolgate/adapters/openai-agents"
 * import { createToolgate } from "toolgate"
 *
 * export const gateFor = async (tools: Array<FunctionTool>) =>
 *   createToolgate({ workspace: ".", policy: "default", tools: await fromOpenAiAgents(tools) })
 * ```
 */
export const fromOpenAiAgents = async (
  tools: ReadonlyArray<AgentTool>,
  options: FromOpenAiAgentsOptions = {}
): Promise<ReadonlyArray<Tool>> => {
  const read = tools.map((tool) => foreign(tool, options))
  return foreignTools("the OpenAI Agents SDK", await Promise.all(read), options)
}

const foreign = async (tool: AgentTool, { context }: FromOpenAiAgentsOptions): Promise<ForeignTool> => {
  if (tool.type !== "function")
    throw new TypeError(
      `The tool ${JSON.stringify(tool.name)} is no function: the SDK or a provider runs it, and no gate.`
    )
  const { name, description, parameters, inputGuardrails = [], outputGuardrails = [] } = tool
  if (inputGuardrails.length + outputGuardrails.length > 0)
    throw new TypeError(`The tool ${JSON.stringify(name)} has guardrails, which only the SDK's own loop runs.`)
  const needsApproval = await asks(tool)
  return {
    name,
    description,
    parameters: parameters as object,
    needsApproval,
    execute: async (args, call) => {
      const run = new RunContext(context?.(call))
      if (!(await tool.isEnabled(run, undefined as never))) throw notRun("The tool is not enabled.")
      if (!needsApproval && (await tool.needsApproval(run, args, call.callId)))
        throw notRun("The tool needs approval by now, and did not when it was registered.")
      const text = JSON.stringify(args)
      const toolCall = { type: "function_call" as const, callId: call.callId, name, arguments: text }
      const output = await tool.invoke(run, text, { toolCall, signal: call.signal })
      call.signal.throwIfAborted()
      if (output === failed || output === timedOut(tool)) throw new ToolExecutionError({ message: output })
      return toolOutputOf(output)
    }
  }
}

/**
 * Whether a person is to confirm the calls of a tool. A function of the app's own may decide by the arguments, so it always does. A
 * flag is a function as well, of no arguments, which answers at once.
 */
const asks = async (tool: FunctionTool): Promise<boolean> => {
  if (tool.needsApproval.length > 0) return true
  try {
    return await tool.needsApproval(new RunContext(), {} as never, "")
  } catch {
    return true
  }
}

const notRun = (message: string) => new ToolExecutionError({ message, executed: "no" })

// The texts in which the SDK wraps what a tool threw, and that it took too long, unless the tool words them itself.
const failed = "An error occurred while running the tool. Please try again."

const timedOut = ({ name, timeoutMs }: FunctionTool): string => `Tool '${name}' timed out after ${timeoutMs}ms.`
