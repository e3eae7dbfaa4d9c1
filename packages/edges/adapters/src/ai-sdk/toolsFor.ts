import { dynamicTool, jsonSchema, type ToolSet } from "ai"
import type { Session, ToolExecution, Toolgate } from "toolgate"
import { answerOf } from "../answerOf.ts"
import { gateTools } from "../GateTool.ts"
import { printed } from "../printed.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"
import { modelOutput } from "./modelOutput.ts"

interface ToolsFor {
  (gate: Toolgate, options?: GateToolsOptions): ToolSet
  (session: Session, options?: ToolsOptions): ToolSet
}

/**
 * Returns the tools of a gate for `generateText`, `streamText` and `ToolLoopAgent` of the AI SDK: those that the asker is told
 * about now. Each call passes the gate under its id, ends when the SDK aborts it, and never throws. A denial is told to the model
 * with its reason, and a failure as an error.
 *
 * ```ts
 * import { toolsFor } from "@toolgate/adapters/ai-sdk"
 * import { generateText, type LanguageModel } from "ai"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, model: LanguageModel, prompt: string) => {
 *   const { text } = await generateText({ model, tools: toolsFor(session), prompt })
 *   return text
 * }
 * ```
 */
export const toolsFor: ToolsFor = (door: Door, options: GateToolsOptions = {}): ToolSet =>
  Object.fromEntries(
    gateTools(door, options).map(({ name, title, description, parameters, call }) => [
      name,
      dynamicTool({
        description,
        ...(title === undefined ? {} : { title }),
        // Without a validator of its own: the gate's lists every violation, and has the call on record.
        inputSchema: jsonSchema(parameters),
        execute: async function* (args, { toolCallId: id, abortSignal }) {
          yield answerOf(yield* printed((listening) => call({ id, args, ...listening }), abortSignal))
        },
        toModelOutput: ({ output }) => modelOutput(output as ToolExecution)
      })
    ])
  )
