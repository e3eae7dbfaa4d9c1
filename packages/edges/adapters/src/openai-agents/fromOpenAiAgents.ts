import { type Tool as AgentTool, type FunctionTool, RunContext } from "@openai/agents"
import { type Tool, type ToolContext, type ToolExecution, ToolExecutionError, toolOutput } from "toolgate"
import { convertTools, type ForeignTool, type FromOptions } from "../foreignTool.ts"
import { toJson } from "../toJson.ts"

/** The options of `fromOpenAiAgents`. */
export interface FromOpenAiAgentsOptions extends FromOptions {
  /** Creates the app's context, which tools find in their run context. */
  readonly context?: (call: ToolContext) => unknown
}

/**
 * Converts function tools of the OpenAI Agents SDK to a gate's tools, so that a team can keep its tools. The gate
 * checks their schemas before the policy. The tools get the call's id and signal, and tools that need approval ask a
 * person. By default the SDK turns an exception into text that looks like a result: set `errorFunction: null`, so that
 * a failure stays a failure. Rejects if a tool is not a function or has guardrails, or if the options name an unknown
 * tool.
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
  return convertTools("the OpenAI Agents SDK", await Promise.all(read), options)
}

const foreign = async (tool: AgentTool, { context }: FromOpenAiAgentsOptions): Promise<ForeignTool> => {
  if (tool.type !== "function")
    throw new TypeError(
      `The tool ${JSON.stringify(tool.name)} is not a function: the SDK or a provider runs it, and a gate cannot.`
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
        throw notRun("The tool now needs approval, but did not when it was registered. Register it again.")
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
 * Whether a person confirms the calls of a tool. Always, if the app decides per call with a function of the arguments.
 * The SDK turns a flag into a function without arguments, which returns at once.
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

// The SDK's default texts for an exception and a timeout.
const failed = "An error occurred while running the tool. Please try again."

const timedOut = ({ name, timeoutMs }: FunctionTool): string => `Tool '${name}' timed out after ${timeoutMs}ms.`

type Output = ToolExecution["output"]
type Block = Output["content"][number]

/** Converts the output of an OpenAI Agents SDK tool. */
const toolOutputOf = (output: unknown): Output => {
  const blocks = (Array.isArray(output) ? output : [output]).map(blockOf)
  if (blocks.length > 0 && blocks.every((block) => block !== undefined)) return toolOutput({ content: blocks })
  const value = toJson(output)
  return typeof value === "string" ? toolOutput({ text: value }) : toolOutput({ value })
}

/** Converts a part that the SDK shows to models; `undefined` for any other value. */
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
