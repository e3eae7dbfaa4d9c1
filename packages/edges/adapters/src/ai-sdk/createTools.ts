import { dynamicTool, jsonSchema, type ModelMessage, type ToolSet } from "ai"
import type { Session, Toolgate } from "toolgate"
import { listGateTools } from "../GateTool.ts"
import { getPublicAnswer } from "../getPublicAnswer.ts"
import { indexByWireName } from "../indexByWireName.ts"
import { streamOutput } from "../streamOutput.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"
import { toModelOutput } from "./toModelOutput.ts"

interface CreateTools {
  (gate: Toolgate, options?: GateToolsOptions): ToolSet
  (session: Session, options?: ToolsOptions): ToolSet
}

/**
 * Returns the visible tools of a gate for `generateText`, `streamText` and `ToolLoopAgent` of the AI SDK. Each call
 * passes the gate under its id, ends when the SDK aborts it, and never throws. The model reads a denial with its
 * reason, and a failure as an error.
 *
 * ```ts
 * import { createTools } from "@toolgate/adapters/ai-sdk"
 * import { generateText, type LanguageModel } from "ai"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, model: LanguageModel, prompt: string) => {
 *   const { text } = await generateText({ model, tools: createTools(session), prompt })
 *   return text
 * }
 * ```
 */
export const createTools: CreateTools = (door: Door, options: GateToolsOptions = {}): ToolSet =>
  Object.fromEntries(
    [...indexByWireName(listGateTools(door, options))].map(
      ([name, { title, description, parameters, call, needsPerson }]) => [
        name,
        dynamicTool({
          description,
          ...(title === undefined ? {} : { title }),
          // Has no validator: the gate's validator lists every violation and records the call.
          inputSchema: jsonSchema(parameters),
          execute: async function* (args, { toolCallId: id, abortSignal }) {
            yield getPublicAnswer(yield* streamOutput((listening) => call({ id, args, ...listening }), abortSignal))
          },
          ...(options.approvals === "framework"
            ? {
                needsApproval: async (args, { toolCallId: id, messages }) =>
                  // A call with an approval is in the history already. The gate decides it when it is made.
                  isIn(messages, id) || needsPerson({ id, args })
              }
            : {}),
          toModelOutput: ({ output }) => toModelOutput(output)
        })
      ]
    )
  )

const isIn = (messages: ReadonlyArray<ModelMessage>, id: string): boolean =>
  messages.some(
    ({ role, content }) =>
      role === "assistant" &&
      typeof content !== "string" &&
      content.some((part) => part.type === "tool-call" && part.toolCallId === id)
  )
