import type { LanguageModel } from "ai"

type Model = Extract<LanguageModel, { readonly specificationVersion: "v4" }>
type Generated = Awaited<ReturnType<Model["doGenerate"]>>

const end = (unified: "stop" | "tool-calls") => ({
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 }
  },
  warnings: []
})

const call: Generated = {
  content: [{ type: "tool-call", toolCallId: "1", toolName: "echo", input: '{"text":"hello"}' }],
  ...end("tool-calls")
}

/** A stateless model that calls the tool `echo`, and then repeats its answer. */
export const echoingModel: Model = {
  specificationVersion: "v4",
  provider: "bench",
  modelId: "bench",
  supportedUrls: {},
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1)
    const part = last?.role === "tool" ? last.content[0] : undefined
    if (part?.type !== "tool-result") return call
    return {
      content: [{ type: "text", text: "value" in part.output ? String(part.output.value) : "" }],
      ...end("stop")
    }
  },
  doStream: () => {
    throw new Error("The model of the benchmark does not stream.")
  }
}
