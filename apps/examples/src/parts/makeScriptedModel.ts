import { MockLanguageModelV4, simulateReadableStream } from "ai/test"
import type { Script } from "./Script.ts"

/**
 * Returns an offline model of the AI SDK: it makes a script's calls, and then repeats the answers. It replaces
 * `openai("gpt-…")` or any other model.
 */
export const makeScriptedModel = (script: Script): MockLanguageModelV4 => {
  const answer = (prompt: Prompt) => {
    const begins = prompt.findLastIndex(({ role }) => role === "user")
    const since = prompt.slice(begins + 1)
    const calls = script(textIn(prompt[begins]), since.filter(({ role }) => role === "assistant").length)
    if (calls.length === 0) return { content: [{ type: "text" as const, text: toldIn(since) }], ...end("stop") }
    const content = calls.map(({ id, tool, args }) => ({
      type: "tool-call" as const,
      toolCallId: id,
      toolName: tool,
      input: JSON.stringify(args)
    }))
    return { content, ...end("tool-calls") }
  }
  return new MockLanguageModelV4({
    provider: "scripted",
    modelId: "scripted",
    doGenerate: async ({ prompt }) => ({ ...answer(prompt), warnings: [] }),
    doStream: async ({ prompt }) => {
      const { content, ...rest } = answer(prompt)
      const chunks: Array<Part> = content.flatMap((part): Array<Part> => {
        if (part.type === "tool-call") return [part]
        const id = "1"
        return [
          { type: "text-start", id },
          { type: "text-delta", id, delta: part.text },
          { type: "text-end", id }
        ]
      })
      return { stream: simulateReadableStream({ chunks: [...chunks, { type: "finish", ...rest }] }) }
    }
  })
}

type Prompt = MockLanguageModelV4["doGenerateCalls"][number]["prompt"]
type Streamed = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"]
type Part = Streamed extends ReadableStream<infer P> ? P : never

const textIn = (message: Prompt[number] | undefined): string =>
  message?.role === "user" ? message.content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n") : ""

const toldIn = (prompt: Prompt): string => {
  const told = prompt
    .flatMap(({ role, content }) => (role === "tool" ? content : []))
    .flatMap((part) => (part.type === "tool-result" ? [part.output] : []))
    .map((output) => ("reason" in output ? `Denied: ${output.reason}` : "value" in output ? String(output.value) : ""))
  return told.length === 0 ? "Write to me: read FILE, or: write FILE TEXT." : told.join("\n")
}

const end = (unified: "stop" | "tool-calls") => ({
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 }
  }
})
