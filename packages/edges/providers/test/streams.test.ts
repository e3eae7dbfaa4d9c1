import { describe, expect, it } from "vitest"
import { anthropic, gemini, openAiChat, openAiResponses, StreamTooLarge } from "../src/index.ts"
import { dispatchCalls, getGate } from "./conversations/round.ts"

const declared = async () => openAiResponses.declare(await (await getGate()).tools.declarable())

const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item })
const done = (output_index: number, item: object) => ({ type: "response.output_item.done", output_index, item })
const delta = (output_index: number, text: string) => ({
  type: "response.function_call_arguments.delta",
  output_index,
  delta: text
})

describe("a stream of the Responses API", () => {
  const call = (id: string, args: string) => ({
    type: "function_call",
    call_id: id,
    name: "get_weather",
    arguments: args
  })

  it("contains a call once its item or its arguments end, in any order", () => {
    const stream = openAiResponses.stream()
    const events = [
      { type: "response.created", response: { id: "resp_1", output: [] } },
      added(0, call("a", "")),
      added(1, call("b", "")),
      delta(0, '{"location"'),
      delta(1, '{"location":'),
      delta(0, ':"Paris"}'),
      { type: "response.lamp.lit", output_index: 0 },
      delta(1, '"Ro'),
      { type: "response.function_call_arguments.done", output_index: 0 },
      added(2, call("c", "")),
      done(2, call("c", '{"location":"Oslo"}')),
      added(3, { type: "custom_tool_call", call_id: "d", name: "place", input: "" }),
      { type: "response.custom_tool_call_input.delta", output_index: 3, delta: "Rome" },
      { type: "response.custom_tool_call_input.done", output_index: 3, input: "Rome" }
    ]
    for (const event of events) stream.push(event)
    expect(stream.response()).toEqual({
      id: "resp_1",
      output: [
        call("a", '{"location":"Paris"}'),
        call("c", '{"location":"Oslo"}'),
        { type: "custom_tool_call", call_id: "d", name: "place", input: "Rome" }
      ]
    })
  })

  it("ends with the provider's own response", () => {
    const stream = openAiResponses.stream()
    const response = { id: "resp_1", output: [call("a", "{}")] }
    stream.push(added(0, call("a", "")))
    stream.push({ type: "response.completed", response } as { type: string })
    expect(stream.response()).toEqual(response)
  })

  it("passes malformed text to the gate unchanged", async () => {
    const stream = openAiResponses.stream()
    stream.push(added(0, call("a", "")))
    stream.push(delta(0, '{"location": Paris'))
    stream.push({ type: "response.function_call_arguments.done", output_index: 0 } as { type: string })
    const turn = openAiResponses.calls(stream.response(), await declared())
    expect(turn.calls).toEqual([{ id: "a", tool: "get_weather", argsText: '{"location": Paris' }])
    expect((await dispatchCalls(turn))[0]).toMatchObject({ executed: "no", error: { why: "InvalidArgs" } })
  })
})

describe("a stream of the Chat Completions API", () => {
  const chunk = (choice: object) => ({ id: "chatcmpl-1", choices: [{ index: 0, ...choice }] })
  const calls = (...tool_calls: ReadonlyArray<object>) => chunk({ delta: { tool_calls }, finish_reason: null })

  it("contains calls once the choice ends, and joins their parts", () => {
    const stream = openAiChat.stream()
    const chunks = [
      chunk({ delta: { role: "assistant", content: "I'll " } }),
      chunk({ delta: { content: "look." } }),
      calls({ index: 0, id: "a", type: "function", function: { name: "get_weather", arguments: "" } }),
      calls({ index: 1, id: "b", type: "function", function: { name: "get_weather", arguments: "{" } }),
      calls({ index: 0, function: { arguments: '{"location":"Par' } }, { index: 1, function: { arguments: "}" } }),
      calls({ index: 0, function: { arguments: 'is"}' } }),
      { id: "chatcmpl-1", choices: [{ index: 1, delta: { content: "Another choice." } }] },
      { id: "chatcmpl-1", choices: [] }
    ]
    for (const one of chunks) stream.push(one)
    const message = { role: "assistant", content: "I'll look.", refusal: null }
    expect(stream.response()).toEqual({ id: "chatcmpl-1", choices: [{ message }] })
    stream.push(chunk({ delta: {}, finish_reason: "tool_calls" }))
    expect(stream.response().choices[0]?.message).toEqual({
      ...message,
      tool_calls: [
        { id: "a", type: "function", function: { name: "get_weather", arguments: '{"location":"Paris"}' } },
        { id: "b", type: "function", function: { name: "get_weather", arguments: "{}" } }
      ]
    })
  })

  it("supports servers that omit the index", () => {
    const stream = openAiChat.stream()
    stream.push(calls({ id: "a", function: { name: "x", arguments: "{}" } }))
    stream.push(calls({ id: "b", function: { name: "y", arguments: "{" } }))
    stream.push(calls({ function: { arguments: "}" } }))
    stream.push(chunk({ finish_reason: "tool_calls" }))
    expect(stream.response().choices[0]?.message).toMatchObject({
      tool_calls: [
        { id: "a", function: { name: "x", arguments: "{}" } },
        { id: "b", function: { name: "y", arguments: "{}" } }
      ]
    })
  })
})

describe("a stream of the Messages API", () => {
  const start = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block })
  const part = (index: number, given: object) => ({ type: "content_block_delta", index, delta: given })
  const stop = (index: number) => ({ type: "content_block_stop", index })
  const json = (index: number, partial_json: string) => part(index, { type: "input_json_delta", partial_json })

  it("adds 40,000 members one by one in constant time each", () => {
    const stream = anthropic.stream()
    for (let at = 0; at < 40_000; at++)
      stream.push({ type: "message_delta", delta: { [`member ${at}`]: at } } as { type: string })
    expect(Object.keys(stream.response())).toHaveLength(40_001)
  })

  it("contains a block once it ends, with thinking, text and citations", async () => {
    const stream = anthropic.stream()
    const events = [
      { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", content: [] } },
      start(0, { type: "thinking", thinking: "", signature: "" }),
      part(0, { type: "thinking_delta", thinking: "Let me " }),
      part(0, { type: "thinking_delta", thinking: "see." }),
      part(0, { type: "signature_delta", signature: "EqQB" }),
      stop(0),
      { type: "ping" },
      start(1, { type: "text", text: "" }),
      part(1, { type: "text_delta", text: "Looking." }),
      part(1, { type: "citations_delta", citation: { cited_text: "x" } }),
      stop(1),
      start(2, { type: "tool_use", id: "toolu_1", name: "get_weather", input: {} }),
      start(3, { type: "tool_use", id: "toolu_2", name: "get_weather", input: {} }),
      json(2, ""),
      json(2, '{"location": '),
      json(3, '{"location": "Ro'),
      json(2, '"San Francisco, CA"}'),
      stop(2),
      start(4, { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} }),
      json(4, '{"query":"weather"}'),
      stop(4),
      start(5, { type: "tool_use", id: "toolu_3", name: "webcam", input: {} }),
      json(5, ""),
      stop(5),
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 89 } },
      { type: "message_stop" }
    ]
    for (const event of events) stream.push(event)
    expect(stream.response()).toMatchObject({ id: "msg_1", stop_reason: "tool_use" })
    const turn = anthropic.calls(stream.response(), await declared())
    expect(turn.calls).toEqual([
      { id: "toolu_1", tool: "get_weather", argsText: '{"location": "San Francisco, CA"}' },
      { id: "toolu_3", tool: "webcam", args: {} }
    ])
    expect(turn.said).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Let me see.", signature: "EqQB" },
          { type: "text", text: "Looking.", citations: [{ cited_text: "x" }] },
          { type: "tool_use", id: "toolu_1", name: "get_weather", input: { location: "San Francisco, CA" } },
          { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "weather" } },
          { type: "tool_use", id: "toolu_3", name: "webcam", input: {} }
        ]
      }
    ])
  })
})

describe("a stream of the Gemini API", () => {
  const chunk = (...parts: ReadonlyArray<object>) => ({
    responseId: "r",
    candidates: [{ content: { role: "model", parts } }]
  })

  it("joins the parts of all chunks, and partial arguments", () => {
    const stream = gemini.stream()
    const more = (partialArgs: ReadonlyArray<object>, willContinue = true) =>
      chunk({ functionCall: { partialArgs, willContinue } })
    stream.push(chunk({ text: "I'll " }))
    stream.push(chunk({ text: "look.", thoughtSignature: "s" }))
    stream.push(chunk({ functionCall: { id: "1", name: "whole", args: { a: 1 } } }))
    stream.push(chunk({ functionCall: { id: "2", name: "parts", willContinue: true }, thoughtSignature: "t" }))
    stream.push(more([{ jsonPath: "$.location", stringValue: "New ", willContinue: true }]))
    stream.push(more([{ jsonPath: "$.location", stringValue: "Delhi" }]))
    stream.push(more([{ jsonPath: "$.list[0].n", numberValue: 1 }]))
    stream.push(more([{ jsonPath: "$['list'][1]", boolValue: true }]))
    stream.push(more([{ jsonPath: "$.__proto__.a", nullValue: "NULL_VALUE" }]))
    const sofar = stream.response().candidates?.[0]?.content as { parts: ReadonlyArray<object> }
    expect(sofar.parts).toHaveLength(3)
    stream.push(chunk({ functionCall: {} }))
    stream.push(chunk({ functionCall: { name: "half", willContinue: true } }))
    const args: unknown = JSON.parse('{"location":"New Delhi","list":[{"n":1},true],"__proto__":{"a":null}}')
    expect(stream.response()).toEqual({
      responseId: "r",
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              { text: "I'll " },
              { text: "look.", thoughtSignature: "s" },
              { functionCall: { id: "1", name: "whole", args: { a: 1 } } },
              { functionCall: { id: "2", name: "parts", args }, thoughtSignature: "t" }
            ]
          }
        }
      ]
    })
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it.each([
    [{ jsonPath: "$.a.b", stringValue: "x" }],
    [{ jsonPath: "$.list[7]", stringValue: "x" }],
    [{ jsonPath: "a", stringValue: "x" }],
    [{ jsonPath: "$.a", numberValue: 2 }],
    [{ jsonPath: "$..b", stringValue: "x" }]
  ])("yields no arguments if their parts do not fit, as %j", async (part) => {
    const stream = gemini.stream()
    const first = { jsonPath: "$.a", stringValue: "x" }
    stream.push(chunk({ functionCall: { name: "get_weather", partialArgs: [first], willContinue: true } }))
    stream.push(chunk({ functionCall: { partialArgs: [part] } }))
    const turn = gemini.calls(stream.response(), await declared())
    expect((await dispatchCalls(turn))[0]).toMatchObject({ executed: "no", error: { why: "InvalidArgs" } })
  })
})

describe("every stream", () => {
  const text = "x".repeat(600)
  it.each([openAiResponses, openAiChat, anthropic, gemini])("refuses an invalid limit", ({ stream }) => {
    for (const maxLength of [Number.NaN, -1])
      expect(() => stream({ maxLength })).toThrow("must be a number of at least 0")
  })

  it.each([
    ["openAiResponses", openAiResponses.stream({ maxLength: 1_000 }), delta(0, text)],
    ["openAiChat", openAiChat.stream({ maxLength: 1_000 }), { type: "", choices: [{ delta: { content: text } }] }],
    [
      "anthropic",
      anthropic.stream({ maxLength: 1_000 }),
      { type: "content_block_start", index: 0, content_block: { type: "text", text } }
    ],
    ["gemini", gemini.stream({ maxLength: 1_000 }), { type: "", candidates: [{ content: { parts: [{ text }] } }] }]
  ])("of %s has a limit", (_, stream, event) => {
    const { push } = stream as { readonly push: (event: unknown) => void }
    push(event)
    expect(() => push(event)).toThrow(StreamTooLarge)
  })

  it.each([
    ["openAiResponses", openAiResponses.stream(), (at: number) => added(at, {})],
    ["openAiChat", openAiChat.stream(), (index: number) => ({ choices: [{ delta: { tool_calls: [{ index }] } }] })],
    ["anthropic", anthropic.stream(), (index: number) => ({ type: "content_block_start", index, content_block: {} })],
    ["gemini", gemini.stream(), () => ({ candidates: [{ content: { parts: [{ text: "" }] } }] })]
  ])("of %s counts parts that are empty", (_, stream, event) => {
    const { push } = stream as { readonly push: (event: unknown) => void }
    expect(() => {
      for (let at = 0; at < 2_000_000; at++) push(event(at))
    }).toThrow(StreamTooLarge)
  })

  it.each([openAiResponses, openAiChat, anthropic, gemini])("ignores invalid events, and ends empty", (format) => {
    const { push, response } = format.stream() as {
      readonly push: (event: unknown) => void
      readonly response: () => never
    }
    for (const event of [
      null,
      1,
      "x",
      [],
      {},
      { type: "lamp" },
      { choices: 1, candidates: {} },
      { type: 3, index: {} }
    ])
      push(event)
    const { calls } = format as {
      readonly calls: (...given: ReadonlyArray<unknown>) => { calls: ReadonlyArray<unknown> }
    }
    expect(calls(response(), openAiResponses.declare([])).calls).toEqual([])
  })
})
