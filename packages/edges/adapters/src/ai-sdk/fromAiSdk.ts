import { type Tool as AiTool, asSchema, type ToolSet } from "ai"
import { type Tool, type ToolContext, ToolExecutionError } from "toolgate"
import { type Check, convertTools, type ForeignTool, type FromOptions } from "../foreignTool.ts"
import { toToolOutput } from "./toToolOutput.ts"

/** The options of `fromAiSdk`. */
export interface FromAiSdkOptions extends FromOptions {
  /** Creates the context for tools with a `contextSchema`. */
  readonly context?: (call: ToolContext) => unknown
}

/**
 * Converts tools of the AI SDK to a gate's tools, so that a team can keep its tools. The gate checks their schemas
 * before the policy. The tools get the call's id and signal, the values that a generator yields are streamed, and tools
 * that need approval ask a person. Rejects if a tool has no `execute`, or if the options name an unknown tool.
 *
 * ```ts
 * import { fromAiSdk } from "@toolgate/adapters/ai-sdk"
 * import type { ToolSet } from "ai"
 * import { createToolgate } from "toolgate"
 *
 * export const gateFor = async (tools: ToolSet) =>
 *   createToolgate({
 *     workspace: ".",
 *     policy: "default",
 *     tools: await fromAiSdk(tools, { tools: { weather: { sideEffects: "READ", destructive: false } } })
 *   })
 * ```
 */
export const fromAiSdk = async (tools: ToolSet, options: FromAiSdkOptions = {}): Promise<ReadonlyArray<Tool>> => {
  const read = Object.entries(tools).map(([name, tool]) => foreign(name, tool as AiTool, options))
  return convertTools("the AI SDK", await Promise.all(read), options)
}

const foreign = async (name: string, tool: AiTool, { context }: FromAiSdkOptions): Promise<ForeignTool> => {
  const { title, description, execute, needsApproval, inputSchema, toModelOutput } = tool
  if (execute === undefined)
    throw new TypeError(
      `The tool ${JSON.stringify(name)} has no "execute", because a client or a provider runs it. A gate cannot run it.`
    )
  const schema = asSchema(inputSchema)
  const check: Check | undefined =
    schema.validate === undefined
      ? undefined
      : async (args) => {
          const checked = await schema.validate?.(args)
          return checked === undefined || checked.success ? { value: checked?.value ?? args } : issuesOf(checked.error)
        }
  return {
    name,
    title,
    description: typeof description === "string" ? description : (description?.({ context: undefined }) ?? ""),
    parameters: await schema.jsonSchema,
    check,
    needsApproval: needsApproval !== undefined && needsApproval !== false,
    execute: async function* (args, call) {
      const input = (await converted(check, args)) as never
      const given = {
        toolCallId: call.callId,
        messages: [],
        abortSignal: call.signal,
        context: context?.(call) as never
      }
      const output = yield* lastOf(await execute(input, given))
      const toModel = toModelOutput as ToModelOutput | undefined
      return toToolOutput(output, await toModel?.({ toolCallId: call.callId, input, output }))
    }
  }
}

type ToModelOutput = (given: object) => ReturnType<NonNullable<AiTool["toModelOutput"]>>

/** Returns the arguments after the tool's own schema has applied defaults and conversions. */
const converted = async (check: Check | undefined, args: unknown): Promise<unknown> => {
  const checked = await check?.(structuredClone(args))
  if (checked === undefined) return args
  if ("value" in checked) return checked.value
  throw new ToolExecutionError({
    message: "The tool's schema first accepted the arguments, and then rejected them.",
    executed: "no"
  })
}

/** Yields all outputs but the last as texts, and returns the last as the result. */
const lastOf = async function* (output: unknown): AsyncGenerator<string, unknown> {
  if (typeof output !== "object" || output === null || !(Symbol.asyncIterator in output)) return output
  let last: unknown
  let isFirst = true
  for await (const next of output as AsyncIterable<unknown>) {
    if (!isFirst) yield typeof last === "string" ? last : (JSON.stringify(last) ?? "")
    isFirst = false
    last = next
  }
  return last
}

const issuesOf = (error: Error) => {
  const issues = (error.cause as { readonly issues?: unknown } | undefined)?.issues
  return { issues: Array.isArray(issues) ? issues : [{ message: error.message }] }
}
