import { type Tool as AgentTool, type FunctionTool, RunContext } from "@openai/agents"
import { type Tool, type ToolContext, type ToolExecution, ToolExecutionError, toolOutput } from "toolgate"
import { asJson } from "../asJson.ts"
import { type ForeignTool, type FromOptions, foreignTools } from "../foreignTool.ts"

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

type Output = ToolExecution["output"]
type Block = Output["content"][number]

/** Returns the output of a tool of the SDK as the output of a tool of a gate. */
const toolOutputOf = (output: unknown): Output => {
  const blocks = (Array.isArray(output) ? output : [output]).map(blockOf)
  if (blocks.length > 0 && blocks.every((block) => block !== undefined)) return toolOutput({ content: blocks })
  const value = asJson(output)
  return typeof value === "string" ? toolOutput({ text: value }) : toolOutput({ value })
}

/** Returns a part that the SDK shows to a model as such, or `undefined` for any other value. */
const blockOf = (part: unknown): Block | undefined => {
  if (typeof part !== "object" || part === null) return undefined
  const { type, text, image, file } = part as Readonly<Record<string, unknown>>
  if (type === "text" && typeof text === "string") return { type, text }
  if (type === "image") return fileBlock("image", image, "image/png")
  return type === "file" ? fileBlock("file", file, "application/octet-stream") : undefined
}

const fileBlock = (type: "image" | "file", given: unknown, otherwise: string): Block | undefined => {
  if (typeof given === "string") {
    const [, mediaType = otherwise, base64] = given.match(/^data:([^;,]+);base64,(.*)$/s) ?? []
    return base64 === undefined ? { type: "link", uri: given } : { type, mediaType, base64 }
  }
  if (typeof given !== "object" || given === null) return undefined
  const { data, mediaType = otherwise, url, filename } = given as Readonly<Record<string, unknown>>
  if (typeof url === "string") return { type: "link", uri: url }
  const base64 = data instanceof Uint8Array ? Buffer.from(data).toString("base64") : data
  if (typeof base64 !== "string" || typeof mediaType !== "string") return undefined
  return {
    type,
    mediaType,
    base64,
    ...(type === "file" && typeof filename === "string" ? { name: filename } : {})
  } as Block
}
