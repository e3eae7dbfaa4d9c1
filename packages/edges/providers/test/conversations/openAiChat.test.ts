import { describe, expect, it } from "vitest"
import { defineProviderTool, openAiChat } from "../../src/index.ts"
import { dispatchCalls, getGate } from "./round.ts"

const call = (id: string | undefined, name: string, args: unknown) => ({
  ...(id === undefined ? {} : { id }),
  type: "function",
  function: { name, arguments: args }
})

const completion = (toolCalls: ReadonlyArray<object>) => ({
  id: "chatcmpl-abc123",
  object: "chat.completion",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: null, refusal: null, tool_calls: toolCalls },
      finish_reason: "tool_calls"
    }
  ]
})

const declared = async () => openAiChat.declare(await (await getGate()).tools.declarable())

describe("a conversation over the Chat Completions API", () => {
  it("declares functions, and omits the features of the Responses API", async () => {
    const { declarations, leftOut } = await declared()
    expect(declarations[0]).toEqual({
      type: "function",
      function: {
        name: "get_weather",
        description: "Get current temperature for a given location.",
        parameters: {
          type: "object",
          properties: { location: { type: "string" } },
          required: ["location"],
          additionalProperties: false
        },
        strict: true
      }
    })
    expect(declarations).toHaveLength(6)
    expect(leftOut[0]).toEqual({
      tool: "search_the_web",
      why: '"search_the_web" is not declared to openai-chat: the provider has no such tool.'
    })
    expect(leftOut).toHaveLength(3)
  })

  it("answers each call in a separate message, as text", async () => {
    const calls = [
      call("call_1", "get_weather", '{"location":"Paris"}'),
      call("call_2", "mail_send", '{"to":"bob@email.com","body":"Hi bob"}'),
      call("call_3", "webcam", "{}"),
      call("call_4", "nothing", "{}"),
      call("call_5", "get_weather", "{"),
      // Some servers send a value instead of text, or omit the arguments.
      call("call_6", "get_weather", { location: "Rome" }),
      call("call_7", "get_weather", undefined),
      { id: "call_8", type: "custom", custom: { name: "get_weather", input: "Oslo" } }
    ]
    const response = completion(calls)
    const turn = openAiChat.calls(response, await declared())
    expect(turn.said).toEqual([response.choices[0]?.message])
    expect(openAiChat.answers(turn, await dispatchCalls(turn))).toEqual([
      { role: "tool", tool_call_id: "call_1", content: '{"location":"Paris","temperature":14}' },
      { role: "tool", tool_call_id: "call_2", content: "Mail is not for agents." },
      {
        role: "tool",
        tool_call_id: "call_3",
        content: [
          "A picture of here:",
          "[An image, image/png, 70 bytes: it cannot be shown here.]",
          "[Audio, audio/wav, 3 bytes: it cannot be shown here.]",
          '[A file "map.pdf", application/pdf, 5 bytes: it cannot be shown here.]',
          "north"
        ].join("\n")
      },
      { role: "tool", tool_call_id: "call_4", content: expect.stringContaining('Tool "nothing" not found') },
      { role: "tool", tool_call_id: "call_5", content: expect.stringContaining("cannot be read as JSON") },
      { role: "tool", tool_call_id: "call_6", content: '{"location":"Rome","temperature":14}' },
      { role: "tool", tool_call_id: "call_7", content: expect.stringContaining('"/location" is missing') },
      { role: "tool", tool_call_id: "call_8", content: expect.stringContaining("Arguments of") }
    ])
  })

  it("generates ids for calls with a repeated id or without one", async () => {
    const calls = [call("", "get_weather", "{}"), call("x", "get_weather", "{}"), call("x", "get_weather", "{}")]
    const turn = openAiChat.calls(completion(calls), await declared(), { turn: "turn 7" })
    expect(turn.said).toEqual([
      {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [
          call("turn_7_0", "get_weather", "{}"),
          call("x", "get_weather", "{}"),
          call("x_2", "get_weather", "{}")
        ]
      }
    ])
    expect(openAiChat.answers(turn, []).map(({ tool_call_id }) => tool_call_id)).toEqual(["turn_7_0", "x", "x_2"])
  })

  it("accepts a custom tool as a provider tool", async () => {
    const code = defineProviderTool({
      name: "place",
      description: "A place.",
      providerSpecs: { "openai-chat": { type: "custom", custom: { name: "place" } } },
      callTypes: [{ type: "custom", name: "place" }],
      uses: ["get_weather"],
      handleCall: ({ item }) => ({
        calls: [{ tool: "get_weather", args: { location: (item.custom as { input: string }).input } }]
      })
    })
    const tools = await (await getGate()).tools.declarable()
    const declaration = openAiChat.declare(tools, { providerTools: [code] })
    expect(declaration.declarations[0]).toEqual({ type: "custom", custom: { name: "place" } })
    const response = completion([{ id: "c", type: "custom", custom: { name: "place", input: "Oslo" } }])
    const turn = openAiChat.calls(response, declaration)
    expect(openAiChat.answers(turn, await dispatchCalls(turn))).toEqual([
      { role: "tool", tool_call_id: "c", content: '{"location":"Oslo","temperature":14}' }
    ])
  })
})
