import { createTools } from "@toolgate/adapters/ai-sdk"
import { generateText, isStepCount, type LanguageModel, type ModelMessage } from "ai"
import type { Session } from "toolgate"

/** Answers a user's texts with the AI SDK. */
export const createAiSdkChat = (model: LanguageModel) => {
  const histories = new Map<string, ReadonlyArray<ModelMessage>>()
  return async (user: string, session: Session, text: string, signal: AbortSignal) => {
    const messages: Array<ModelMessage> = [...(histories.get(user) ?? []), { role: "user", content: text }]
    const tools = createTools(session)
    const answer = await generateText({ model, tools, messages, stopWhen: isStepCount(10), abortSignal: signal })
    histories.set(user, [...messages, ...answer.responseMessages])
    return answer.text
  }
}
