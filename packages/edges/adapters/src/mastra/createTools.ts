import { createTool, type Tool, type ToolExecutionContext } from "@mastra/core/tools"
import type { Session, Toolgate } from "toolgate"
import { listGateTools } from "../GateTool.ts"
import { getPublicAnswer } from "../getPublicAnswer.ts"
import { indexByWireName } from "../indexByWireName.ts"
import { joinText, toModelAnswer } from "../ModelAnswer.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"

interface CreateTools {
  (gate: Toolgate, options?: GateToolsOptions): Record<string, Tool>
  (session: Session, options?: ToolsOptions): Record<string, Tool>
}

/**
 * Returns the visible tools of a gate for an `Agent` of Mastra. Each call passes the gate under its id, ends when
 * Mastra aborts it, and never throws. Output is written to the run's stream.
 *
 * With `approvals: "framework"`, a call that needs a person suspends the run with the id of the gate's approval, and
 * `agent.resumeStream` repeats the call.
 *
 * ```ts
 * import { Agent } from "@mastra/core/agent"
 * import { createTools } from "@toolgate/adapters/mastra"
 * import type { Session } from "toolgate"
 *
 * export const agentFor = (session: Session, model: string) =>
 *   new Agent({ id: "assistant", name: "Assistant", instructions: "Be brief.", model, tools: createTools(session) })
 * ```
 */
export const createTools: CreateTools = (door: Door, options: GateToolsOptions = {}): Record<string, Tool> =>
  Object.fromEntries(
    [...indexByWireName(listGateTools(door, options))].map(([name, { title, description, parameters, call }]) => {
      const execute = async (args: unknown, { abortSignal: signal, agent, writer }: Partial<ToolExecutionContext>) => {
        let written = Promise.resolve()
        const execution = await call({
          id: agent?.toolCallId,
          args,
          ...(signal === undefined ? {} : { signal }),
          ...(writer === undefined
            ? {}
            : {
                onOutput: (output) => {
                  // An unread stream must not block a call.
                  written = written.then(() => writer.write(output)).catch(() => {})
                }
              })
        })
        await written
        const { pending } = execution
        return pending !== undefined && options.approvals === "framework" && agent !== undefined
          ? agent.suspend({ ...pending })
          : getPublicAnswer(execution)
      }
      const tool = createTool({
        id: name,
        description,
        ...(title === undefined ? {} : { title }),
        inputSchema: parameters as never,
        execute: execute as never,
        toModelOutput: modelOutput
      })
      return [name, tool as unknown as Tool]
    })
  )

/**
 * Converts an answer to the form that Mastra translates for each provider version. Some of them do not support denials.
 */
const modelOutput = (output: unknown): object => {
  const answer = toModelAnswer(output)
  if (answer.as !== "result") return { type: "error-text", value: answer.text }
  const text = joinText(answer.parts)
  if (text !== undefined) return { type: "text", value: text }
  return {
    type: "content",
    value: answer.parts.map((part) =>
      part.type === "text" ? part : { type: "media", mediaType: part.mediaType, data: part.base64 }
    )
  }
}
