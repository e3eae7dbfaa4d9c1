import { isStepCount, type ModelMessage, streamText } from "ai"
import { MockLanguageModelV4, simulateReadableStream } from "ai/test"
import { toolsFor } from "../src/ai-sdk.ts"
import { adapterContract } from "./adapterContract.ts"
import type { ModelCall, Run, RunEnd, Told } from "./contract/Framework.ts"

/** Returns a model that makes these calls turn by turn, and then says "done". */
export const modelOf = (turns: Run["turns"]): MockLanguageModelV4 => {
  let at = 0
  return new MockLanguageModelV4({
    doStream: async () => {
      const calls = turns[at++]
      const parts: Array<Part> =
        calls === undefined
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: "done" },
              { type: "text-end", id: "t" },
              finish("stop")
            ]
          : [...calls.map(toolCall), finish("tool-calls")]
      return { stream: simulateReadableStream({ chunks: parts, initialDelayInMs: null, chunkDelayInMs: null }) }
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

const finish = (unified: "stop" | "tool-calls") => ({
  type: "finish" as const,
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 }
  }
})

const run = async ({ session, turns, options, signal }: Run): Promise<RunEnd> => {
  const model = modelOf(turns)
  const deltas: Array<string> = []
  const stream = streamText({
    model,
    tools: toolsFor(session, options),
    prompt: "go",
    stopWhen: isStepCount(turns.length + 1),
    onError: () => {},
    ...(signal === undefined ? {} : { abortSignal: signal })
  })
  let text: string | undefined
  for await (const part of stream.stream) {
    if (part.type === "tool-result" && part.preliminary === true && typeof part.output === "string")
      deltas.push(part.output)
    if (part.type === "text-delta") text = part.text
  }
  return { told: toldIn(model.doStreamCalls.at(-1)?.prompt ?? []), text, deltas }
}

const toldIn = (prompt: MockLanguageModelV4["doStreamCalls"][number]["prompt"]): ReadonlyArray<Told> =>
  prompt.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? toldOf(part.toolCallId, part.output) : []))
      : []
  )

type Output = Extract<Extract<ModelMessage, { role: "tool" }>["content"][number], { type: "tool-result" }>["output"]

const toldOf = (id: string, output: Output): Told => {
  if (output.type === "execution-denied") return { id, as: "denial", text: output.reason ?? "", files: [] }
  if (output.type === "content")
    return {
      id,
      as: "result",
      text: output.value.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n"),
      files: output.value.flatMap((part) => (part.type === "file" ? part.mediaType : []))
    }
  const text = typeof output.value === "string" ? output.value : JSON.stringify(output.value)
  return { id, as: output.type.startsWith("error") ? "error" : "result", text, files: [] }
}

adapterContract("AI SDK", {
  run,
  denial: "denial",
  failure: "error",
  takesFiles: true,
  streams: true,
  validatesFirst: false,
  onUnknownTool: "tells the model"
})
