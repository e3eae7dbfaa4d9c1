import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { AnswerForModel, ModelCall, Run } from "../contract/Framework.ts"

/** Returns a model that makes these calls turn by turn and then says "done". */
export const createModel = (turns: Run["turns"], prompts: Array<Prompt.Prompt>) =>
  Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: () => Effect.die("The contract streams."),
      streamText: ({ prompt }) => {
        const calls = turns[prompts.length]
        prompts.push(prompt)
        return Stream.fromIterable<Response.StreamPartEncoded>(
          calls === undefined
            ? [
                { type: "text-start", id: "t" },
                { type: "text-delta", id: "t", delta: "done" },
                { type: "text-end", id: "t" },
                finish("stop")
              ]
            : [...calls.map(toolCall), finish("tool-calls")]
        )
      }
    })
  )

const toolCall = ({ id, tool: name, args, text }: ModelCall) => ({
  type: "tool-call" as const,
  id,
  name,
  params: text ?? args
})

const finish = (reason: "stop" | "tool-calls") => ({
  type: "finish" as const,
  reason,
  usage: {
    inputTokens: { uncached: undefined, total: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: undefined, reasoning: undefined }
  },
  response: undefined
})

/** Returns what a model reads about its calls. */
export const getAnswers = (prompt: Prompt.Prompt | undefined): ReadonlyArray<AnswerForModel> =>
  (prompt?.content ?? []).flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => {
          if (part.type !== "tool-result") return []
          const { id, isFailure, modelOutput = [], result } = part
          const texts = modelOutput.flatMap((each) => (each.type === "text" ? each.text : []))
          return [
            {
              id,
              as: isFailure ? ("error" as const) : ("result" as const),
              text: isFailure ? String(result) : texts.join("\n"),
              files: modelOutput.flatMap((each) => (each.type === "file" ? each.mediaType : []))
            }
          ]
        })
      : []
  )
