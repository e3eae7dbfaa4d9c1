import { Agent, type AgentInputItem, type Model, Runner, type Tool, tool, Usage } from "@openai/agents"
import { createTools } from "@toolgate/adapters/openai-agents"
import type { Session } from "toolgate"
import { text } from "../echo.ts"
import { echoSchema } from "./echoSchema.ts"
import type { FrameworkTurns } from "./FrameworkTurns.ts"

const call = {
  type: "function_call" as const,
  callId: "1",
  name: "echo",
  arguments: JSON.stringify({ text }),
  status: "completed" as const
}

/** A stateless model that calls the tool `echo`, and then repeats its answer. */
const echoing: Model = {
  getResponse: async ({ input }) => {
    const told = typeof input === "string" ? undefined : toldIn(input.at(-1))
    return { usage: new Usage(), output: [told === undefined ? call : answer(told)] }
  },
  getStreamedResponse: () => {
    throw new Error("The model of the benchmark does not stream.")
  }
}

const toldIn = (item: AgentInputItem | undefined): string | undefined => {
  if (item?.type !== "function_call_result") return undefined
  const { output } = item
  if (typeof output === "string") return output
  return "type" in output && output.type === "text" ? output.text : undefined
}

const answer = (text: string) => ({
  type: "message" as const,
  role: "assistant" as const,
  status: "completed" as const,
  content: [{ type: "output_text" as const, text }]
})

const turnOf = (tools: Array<Tool>) => {
  const runner = new Runner({ modelProvider: { getModel: () => echoing }, tracingDisabled: true })
  const agent = new Agent({ name: "a", tools })
  return async () => (await runner.run(agent, "go")).finalOutput
}

/** Returns turns of the OpenAI Agents SDK. */
export const openAiAgents = (session: Session): FrameworkTurns => {
  const { description, inputSchema: parameters } = echoSchema
  return {
    own: turnOf([tool({ name: "echo", description, parameters, execute: async ({ text }) => text })]),
    gated: turnOf(createTools(session))
  }
}
