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
import { type Check, convertTools, type ForeignTool, type FromOptions } from "../foreignTool.ts"
import { toJson } from "../toJson.ts"

/** The options of `fromLangChain`. */
export interface FromLangChainOptions extends FromOptions {
  /** Creates `configurable` for the tools' configuration. */
  readonly configurable?: (call: ToolContext) => Record<string, unknown>
}

/**
 * Converts tools of LangChain to a gate's tools, so that a team can keep its tools. The gate checks their schemas
 * before the policy. The tools get the call's id and signal, and the values that a generator yields are streamed. A
 * tool that returns a graph command or interrupts a graph fails. Throws if the options name an unknown tool.
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
  convertTools(
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
    // LangChain implements approvals as middleware of an agent, not as a property of tools.
    needsApproval: false,
    execute: async (args, call) => {
      const config = {
        signal: call.signal,
        configurable: configurable?.(call) ?? {},
        callbacks: [{ handleToolEvent: (chunk: unknown) => call.emit("stdout", textOf(chunk)) }]
      }
      try {
        // Copies, because LangChain's validator changes schemas and a tool may change its arguments.
        const made = { type: "tool_call" as const, id: call.callId, name, args: structuredClone(args) as never }
        return toolOutputOf(await tool.invoke(made, config as never))
      } catch (cause) {
        throw cause instanceof ToolInputParsingException ? new ToolValidationError({ message: cause.message }) : cause
      }
    }
  }
}

/** Returns the check of a Zod schema, version 3 or 4. */
const zodCheck =
  (schema: Parameters<typeof interopSafeParseAsync>[0]): Check =>
  async (args) => {
    const parsed = await interopSafeParseAsync(schema, args)
    return parsed.success ? { value: args } : { issues: parsed.error.issues as never }
  }

/** Adds the type that the schema of a one-text tool lacks. */
const withType = (schema: object): object => ("type" in schema ? schema : { type: "object", ...schema })

const textOf = (chunk: unknown): string => (typeof chunk === "string" ? chunk : (JSON.stringify(chunk) ?? ""))

type Output = ToolExecution["output"]

/** Converts the output of a LangChain tool. */
const toolOutputOf = (output: unknown): Output => {
  if (isCommand(output))
    throw new ToolExecutionError({
      message: "The tool returned a graph command, which a gate's call cannot carry out."
    })
  if (!ToolMessage.isInstance(output)) return ofValue(output)
  const { content, contentBlocks, status, text } = output
  if (status === "error") throw new ToolExecutionError({ message: text === "" ? "The tool failed." : text })
  return typeof content === "string"
    ? toolOutput({ text: content })
    : toolOutput({ content: contentBlocks.map(blockOf) })
}

const ofValue = (output: unknown): Output => {
  const value = toJson(output)
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
