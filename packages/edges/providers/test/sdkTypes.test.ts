import type Anthropic from "@anthropic-ai/sdk"
import type { Content, GenerateContentParameters, GenerateContentResponse, ToolListUnion } from "@google/genai"
import type OpenAI from "openai"
import { describe, expectTypeOf, it } from "vitest"
import { anthropic, gemini, openAiChat, openAiResponses } from "../src/index.ts"

// Programs as apps write them, without casts. Only the compiler checks them.

type Responses = OpenAI.Responses.Response
type Input = OpenAI.Responses.ResponseInputItem

describe("the types of the SDKs", () => {
  it("fit the Responses API", () => {
    const round = (response: Responses, event: OpenAI.Responses.ResponseStreamEvent) => {
      const declared = openAiResponses.declare<OpenAI.Responses.Tool>([])
      const turn = openAiResponses.calls(response, declared)
      const stream = openAiResponses.stream()
      stream.push(event)
      openAiResponses.hosted(response, declared)
      const input: Array<Input> = [...turn.said, ...openAiResponses.answers(turn, [])]
      return { model: "", tools: declared.declarations, input } satisfies OpenAI.Responses.ResponseCreateParams
    }
    expectTypeOf(round).returns.toExtend<OpenAI.Responses.ResponseCreateParams>()
    expectTypeOf(openAiResponses.declare([]).declarations).toExtend<Array<OpenAI.Responses.Tool>>()
  })

  it("fit the Chat Completions API", () => {
    const round = (response: OpenAI.ChatCompletion, chunk: OpenAI.ChatCompletionChunk) => {
      const declared = openAiChat.declare<OpenAI.ChatCompletionTool>([])
      const turn = openAiChat.calls(response, declared)
      const stream = openAiChat.stream()
      stream.push(chunk)
      const messages: Array<OpenAI.ChatCompletionMessageParam> = [...turn.said, ...openAiChat.answers(turn, [])]
      return { model: "", tools: declared.declarations, messages }
    }
    expectTypeOf(round).returns.toExtend<OpenAI.ChatCompletionCreateParams>()
    expectTypeOf(openAiChat.declare([]).declarations).toExtend<Array<OpenAI.ChatCompletionTool>>()
  })

  it("fit the Messages API", () => {
    const round = (response: Anthropic.Message, event: Anthropic.RawMessageStreamEvent) => {
      const declared = anthropic.declare<Anthropic.ToolUnion>([])
      const turn = anthropic.calls(response, declared)
      const stream = anthropic.stream()
      stream.push(event)
      anthropic.hosted(response, declared)
      const messages: Array<Anthropic.MessageParam> = [...turn.said, ...anthropic.answers(turn, [])]
      return { model: "", max_tokens: 1, tools: declared.declarations, messages }
    }
    expectTypeOf(round).returns.toExtend<Anthropic.MessageCreateParams>()
    expectTypeOf(anthropic.declare([]).declarations).toExtend<Array<Anthropic.ToolUnion>>()
  })

  it("fit the Gemini API", () => {
    const round = (response: GenerateContentResponse) => {
      const declared = gemini.declare<ToolListUnion[number]>([])
      const turn = gemini.calls(response, declared)
      const stream = gemini.stream()
      stream.push(response)
      gemini.hosted(response, declared)
      const contents: Array<Content> = [...turn.said, ...gemini.answers(turn, [])]
      return { model: "", contents, config: { tools: declared.declarations } }
    }
    expectTypeOf(round).returns.toExtend<GenerateContentParameters>()
    expectTypeOf(gemini.declare([]).declarations).toExtend<ToolListUnion>()
  })
})
