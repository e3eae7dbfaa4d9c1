import { Agent, type AgentInputItem, type Model, run } from "@openai/agents"
import { createTools } from "@toolgate/adapters/openai-agents"
import type { Session } from "toolgate"

/** Answers a user's texts with the OpenAI Agents SDK. */
export const createOpenAiAgentsChat = (model: Model) => {
  const histories = new Map<string, ReadonlyArray<AgentInputItem>>()
  return async (user: string, session: Session, text: string, signal: AbortSignal) => {
    const agent = new Agent({ name: "Assistant", model, tools: createTools(session) })
    const { history, finalOutput } = await run(
      agent,
      [...(histories.get(user) ?? []), { role: "user", content: text }],
      { signal }
    )
    histories.set(user, history)
    return finalOutput ?? ""
  }
}
