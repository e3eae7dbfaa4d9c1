import { blockText, modelBlocks, modelText } from "@toolgate/providers"
import * as Prompt from "effect/ai/Prompt"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Session, ToolExecution, Toolgate } from "toolgate"
import { type GateTool, listGateTools } from "../GateTool.ts"
import { indexByWireName } from "../indexByWireName.ts"
import { streamOutput } from "../streamOutput.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"

/** A toolkit with its handlers, as `LanguageModel` and `Chat` take it. */
export type GateToolkit = Effect.Effect<Toolkit.WithHandler<Record<string, GateToolkitTool>>>

type GateToolkitTool = Tool.Dynamic<
  string,
  {
    readonly parameters: typeof Schema.Unknown
    readonly success: typeof Schema.Unknown
    readonly failure: typeof Schema.String
    readonly failureMode: "return"
  }
>

interface CreateTools {
  (gate: Toolgate, options?: GateToolsOptions): GateToolkit
  (session: Session, options?: ToolsOptions): GateToolkit
}

/**
 * Returns the visible tools of a gate as an Effect toolkit. Each call passes the gate under its id, ends when its fiber
 * is interrupted, and never fails the model's turn: the model reads a refusal as a failure. Output of a running call is
 * a preliminary result.
 *
 * With `approvals: "framework"`, a call that needs a person becomes an approval request. Let the person decide in the
 * gate, then answer the request: the answer alone runs nothing.
 *
 * ```ts
 * import { createTools } from "@toolgate/adapters/effect-toolkit"
 * import * as LanguageModel from "effect/ai/LanguageModel"
 * import type { Session } from "toolgate"
 *
 * export const answer = (session: Session, prompt: string) =>
 *   LanguageModel.generateText({ prompt, toolkit: createTools(session) })
 * ```
 */
export const createTools: CreateTools = (door: Door, options: GateToolsOptions = {}): GateToolkit => {
  const tools = [...indexByWireName(listGateTools(door, options))].map(([name, tool]) => ({ ...tool, name }))
  const toolkit = Toolkit.make(...tools.map((tool) => declared(tool, options.approvals === "framework")))
  const handlers = Object.fromEntries(tools.map(({ name, call }) => [name, handler(call)]))
  return Effect.provide(toolkit, toolkit.toLayer(handlers))
}

const declared = ({ name, description, parameters, needsPerson }: GateTool, asks: boolean): GateToolkitTool =>
  Tool.dynamic(name, {
    description,
    // Has no Effect schema, so that Effect does not validate: the gate's validator lists every violation.
    parameters: parameters as never,
    success: Schema.Unknown,
    failure: Schema.String,
    failureMode: "return",
    toModelOutput: modelOutput,
    ...(asks
      ? {
          needsApproval: (args: unknown, { toolCallId: id }: Tool.NeedsApprovalContext) =>
            Effect.promise(() => needsPerson({ id, args }))
        }
      : {})
  })

const handler =
  (call: GateTool["call"]) =>
  (args: unknown, { toolCallId: id, preliminary }: Toolkit.HandlerContext<GateToolkitTool>) =>
    Effect.suspend(() => {
      const stop = new AbortController()
      const steps = streamOutput((listening) => call({ id, args, ...listening }), stop.signal)
      const answer: Effect.Effect<ToolExecution> = Effect.flatMap(
        Effect.promise(() => steps.next()),
        ({ done, value }) => (done ? Effect.succeed(value) : Effect.andThen(preliminary(value), answer))
      )
      return answer.pipe(
        Effect.flatMap((execution) =>
          execution.success ? Effect.succeed(resultOf(execution)) : Effect.fail(failureOf(execution))
        ),
        Effect.onInterrupt(() => Effect.sync(() => stop.abort()))
      )
    })

type Block = ReturnType<typeof modelBlocks>[number]

/** The result of a call: a text, or the answer's blocks if there are files. */
type ToolResult = string | ReadonlyArray<Block>

const resultOf = (execution: ToolExecution): ToolResult => {
  const blocks = modelBlocks(execution)
  return blocks.some(isFile) ? blocks : modelText(execution)
}

/** Returns the failure of a call as text for a model. */
const failureOf = modelText

/** Converts a result or partial output to Effect's form for a model. */
const modelOutput = (result: ToolResult): ReadonlyArray<Prompt.ToolModelOutputPart> =>
  typeof result === "string" ? [textPart(result)] : result.map(partOf)

const partOf = (block: Block): Prompt.ToolModelOutputPart =>
  isFile(block)
    ? Prompt.makePart("file", {
        mediaType: block.mediaType,
        data: block.base64,
        ...("name" in block && block.name !== undefined ? { fileName: block.name } : {})
      })
    : textPart(blockText(block))

const textPart = (text: string) => Prompt.makePart("text", { text })

const isFile = (block: Block): block is Block & { readonly base64: string; readonly mediaType: string } =>
  (block.type === "image" || block.type === "audio" || block.type === "file") && block.base64 !== undefined
