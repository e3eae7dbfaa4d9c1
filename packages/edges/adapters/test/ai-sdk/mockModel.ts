import { MockLanguageModelV4, simulateReadableStream } from "ai/test"
import type { ModelCall, Run } from "../contract/Framework.ts"

/** Returns a model that makes these calls turn by turn and then says "done", with or without streaming. */
export const createModel = (turns: Run["turns"]): MockLanguageModelV4 => {
  let at = 0
  return new MockLanguageModelV4({
    provider: "mock",
    modelId: "mock",
    doGenerate: async () => {
      const calls = turns[at++]
      return calls === undefined
        ? { content: [{ type: "text", text: "done" }], ...end("stop"), warnings: [] }
        : { content: calls.map(toolCall), ...end("tool-calls"), warnings: [] }
    },
    doStream: async () => {
      const calls = turns[at++]
      const chunks: Array<Part> =
        calls === undefined
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: "done" },
              { type: "text-end", id: "t" },
              { type: "finish", ...end("stop") }
            ]
          : [...calls.map(toolCall), { type: "finish", ...end("tool-calls") }]
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) }
    }
  })
}

type Made = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"]
type Part = Made extends ReadableStream<infer P> ? P : never

const toolCall = ({ id, tool, args, text }: ModelCall) => ({
  type: "tool-call" as const,
  toolCallId: id,
  toolName: tool,
  input: text ?? JSON.stringify(args)
})

const end = (unified: "stop" | "tool-calls") => ({
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 }
  }
})
