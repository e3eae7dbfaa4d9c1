import type { ToolExecutionContext } from "@mastra/core/tools"
import { type Tool, type ToolContext, ToolExecutionError, ToolValidationError } from "toolgate"
import { toToolOutput } from "../ai-sdk/toToolOutput.ts"
import { type Check, convertTools, type ForeignTool, type FromOptions } from "../foreignTool.ts"

/** A tool from `createTool`, with any types. */
interface MadeTool {
  readonly id: string
  readonly title?: string | undefined
  readonly description: string
  readonly inputSchema?: unknown
  readonly requireApproval?: unknown
  readonly needsApprovalFn?: unknown
  readonly execute?: ((args: never, context: never) => unknown) | undefined
  readonly toModelOutput?: ((output: never) => unknown) | undefined
}

/** The options of `fromMastra`. */
export interface FromMastraOptions extends FromOptions {
  /** Creates further members of the tools' context, such as a `requestContext`. */
  readonly context?: (call: ToolContext) => Partial<ToolExecutionContext>
}

/**
 * Converts tools of Mastra to a gate's tools under their ids. The gate checks their schemas before the policy, and
 * Mastra's own checks run as well. The tools get the call's id and signal, output to their writer is streamed, and
 * tools that require approval ask a person. A tool that suspends itself fails. Throws if the options name an unknown
 * tool.
 *
 * ```ts
 * import type { Tool } from "@mastra/core/tools"
 * import { fromMastra } from "@toolgate/adapters/mastra"
 * import { createToolgate } from "toolgate"
 *
 * export const gateFor = (tools: Record<string, Tool>) =>
 *   createToolgate({ workspace: ".", policy: "default", tools: fromMastra(tools) })
 * ```
 */
export const fromMastra = (
  tools: Readonly<Record<string, MadeTool>> | ReadonlyArray<MadeTool>,
  options: FromMastraOptions = {}
): ReadonlyArray<Tool> =>
  convertTools(
    "Mastra",
    Object.values(tools).map((tool) => foreign(tool, options)),
    options
  )

const foreign = (tool: MadeTool, { context }: FromMastraOptions): ForeignTool => {
  const { id: name, title, description, inputSchema, requireApproval = false, needsApprovalFn = false } = tool
  if (tool.execute === undefined)
    throw new TypeError(
      `The tool ${JSON.stringify(name)} has no "execute", because a client runs it. A gate cannot run it.`
    )
  const standard = (inputSchema as Partial<Standard> | undefined)?.["~standard"]
  return {
    name,
    title,
    description,
    parameters: standard?.jsonSchema.input({ target: "draft-07" }) ?? { type: "object" },
    check: standard === undefined ? undefined : async (args) => standard.validate(args),
    needsApproval: requireApproval !== false || needsApprovalFn !== false,
    execute: async (args, call) => {
      const output = await tool.execute?.(args as never, { ...contextOf(call), ...context?.(call) } as never)
      if (isFault(output)) throw new ToolValidationError({ message: output.message })
      return toToolOutput(output, (await tool.toModelOutput?.(output as never)) as never)
    }
  }
}

/** Mastra's form of a schema from any library. */
interface Standard {
  readonly "~standard": {
    readonly validate: (value: unknown) => ReturnType<Check>
    readonly jsonSchema: { readonly input: (options: object) => object }
  }
}

const contextOf = ({ callId, signal, emit }: ToolContext) => ({
  abortSignal: signal,
  agent: { toolCallId: callId, messages: [], suspend },
  suspend,
  writer: {
    write: async (data: unknown) => emit("stderr", typeof data === "string" ? data : (JSON.stringify(data) ?? "")),
    custom: async (data: unknown) => emit("stderr", JSON.stringify(data) ?? "")
  }
})

const suspend = async (): Promise<never> => {
  throw new ToolExecutionError({ message: "The tool suspended itself. A gate's calls cannot be suspended." })
}

/** Whether an output is Mastra's message about arguments or an output that its schemas reject. */
const isFault = (output: unknown): output is { readonly message: string } =>
  typeof output === "object" &&
  output !== null &&
  "error" in output &&
  output.error === true &&
  "validationErrors" in output
