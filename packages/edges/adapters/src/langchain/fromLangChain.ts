import { type ContentBlock, ToolMessage } from "@langchain/core/messages"
import { type StructuredToolInterface, ToolInputParsingException } from "@langchain/core/tools"
import { toJsonSchema } from "@langchain/core/utils/json_schema"
import { interopSafeParseAsync, isInteropZodSchema } from "@langchain/core/utils/types"
import {
  type Tool,
  type ToolContext,
  type ToolExecution,
  ToolExecutionError,
  ToolValidationError,
  toolOutput
} from "toolgate"
import { asJson } from "../asJson.ts"
import { type Check, type ForeignTool, type FromOptions, foreignTools } from "../foreignTool.ts"

/** The options of `fromLangChain`. */
export interface FromLangChainOptions extends FromOptions {
  /** Makes the `configurable` that the tools find in their configuration. */
  readonly configurable?: (call: ToolContext) => Record<string, unknown>
}

/**
 * Returns tools of LangChain as tools of a gate, so that a team keeps the tools that it has. Their schemas are checked before the
 * policy is asked. They get the call's id and signal, and what a generator yields is shown to whoever watches the call. A tool that
 * answers with a command to a graph, or interrupts one, fails. Throws if the options name a tool that there is not.
 *
 * ```ts
 * import type { StructuredToolInterface } from "@langchain/core/tools"
 * import { fromLangChain } from "@toolgate/adapters/langchain"
 * import { createToolgate } from "toolgate"
 *
 * export const gateFor = (tools: Array<StructuredToolInterface>) =>
 *   createToolgate({ workspace: ".", policy: "default", tools: fromLangChain(tools) })
 * ```
 */
export const fromLangChain = (
  tools: ReadonlyArray<StructuredToolInterface>,
  options: FromLangChainOptions = {}
): ReadonlyArray<Tool> =>
  foreignTools(
    "LangChain",
    tools.map((tool) => foreign(tool, options)),
    options
  )

const foreign = (tool: StructuredToolInterface, { configurable }: FromLangChainOptions): ForeignTool => {
  const { name, description, schema } = tool
  return {
    name,
    description,
    parameters: withType(toJsonSchema(schema as never, { io: "input" })),
    check: isInteropZodSchema(schema) ? zodCheck(schema) : undefined,
    // LangChain's approvals are middleware of an agent, and no flag of a tool.
    needsApproval: false,
    execute: async (args, call) => {
      const config = {
        signal: call.signal,
        configurable: configurable?.(call) ?? {},
        callbacks: [{ handleToolEvent: (chunk: unknown) => call.emit("stdout", textOf(chunk)) }]
      }
      try {
        // LangChain's validator writes into a schema, and a tool may write into its arguments.
        const made = { type: "tool_call" as const, id: call.callId, name, args: structuredClone(args) as never }
        return toolOutputOf(await tool.invoke(made, config as never))
      } catch (cause) {
        throw cause instanceof ToolInputParsingException ? new ToolValidationError({ message: cause.message }) : cause
      }
    }
  }
}

/** Returns the check of a schema of Zod, of either of its major versions. */
const zodCheck =
  (schema: Parameters<typeof interopSafeParseAsync>[0]): Check =>
  async (args) => {
    const parsed = await interopSafeParseAsync(schema, args)
    return parsed.success ? { value: args } : { issues: parsed.error.issues as never }
  }

/** A schema that says no type is that of a tool with one text. */
const withType = (schema: object): object => ("type" in schema ? schema : { type: "object", ...schema })

const textOf = (chunk: unknown): string => (typeof chunk === "string" ? chunk : (JSON.stringify(chunk) ?? ""))

type Output = ToolExecution["output"]

/** Returns the output of a tool of LangChain as the output of a tool of a gate. */
const toolOutputOf = (output: unknown): Output => {
  if (isCommand(output))
    throw new ToolExecutionError({ message: "The tool answered with a command to a graph, which no call can carry." })
  if (!ToolMessage.isInstance(output)) return ofValue(output)
  const { content, contentBlocks, status, text } = output
  if (status === "error") throw new ToolExecutionError({ message: text === "" ? "The tool failed." : text })
  return typeof content === "string"
    ? toolOutput({ text: content })
    : toolOutput({ content: contentBlocks.map(blockOf) })
}

const ofValue = (output: unknown): Output => {
  const value = asJson(output)
  return typeof value === "string" ? toolOutput({ text: value }) : toolOutput({ value })
}

const isCommand = (output: unknown): boolean =>
  typeof output === "object" && output !== null && "lg_name" in output && output.lg_name === "Command"

const blockOf = (block: ContentBlock.Standard): Output["content"][number] => {
  if (block.type === "text") return { type: "text", text: block.text }
  if (block.type !== "image" && block.type !== "audio" && block.type !== "file")
    return { type: "text", text: `[A block of the type "${block.type}" is left out.]` }
  const { type, mimeType: mediaType = "application/octet-stream", data, url } = block
  if (data !== undefined)
    return { type, mediaType, base64: typeof data === "string" ? data : Buffer.from(data).toString("base64") }
  return url === undefined
    ? { type: "text", text: `[A file of the type "${mediaType}" is left out.]` }
    : { type: "link", uri: url, mediaType }
}
