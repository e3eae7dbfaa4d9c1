import { describe, expect, it } from "vitest"
import { anthropic, defineProviderTool } from "../../src/index.ts"
import { dispatchCalls, getGate } from "./round.ts"
import { pixel } from "./weatherGate.ts"

const use = (id: string | undefined, name: string, input: unknown, over: object = {}) => ({
  type: "tool_use",
  ...(id === undefined ? {} : { id }),
  name,
  input,
  caller: { type: "direct" },
  ...over
})

const message = (content: ReadonlyArray<object>) => ({
  id: "msg_01Aq9w938a90dw8q",
  type: "message",
  role: "assistant",
  content: content as Array<{ type: string }>,
  stop_reason: "tool_use"
})

const bash = defineProviderTool({
  name: "bash",
  description: "Anthropic's bash.",
  providerSpecs: { anthropic: { type: "bash_20250124", name: "bash" } },
  callTypes: [{ type: "tool_use", name: "bash" }],
  uses: ["get_weather"],
  handleCall: ({ item }) => ({
    calls: [{ tool: "get_weather", args: { location: (item.input as { command: string }).command } }]
  })
})

const computer = defineProviderTool({
  name: "computer",
  description: "Anthropic's computer.",
  providerSpecs: { anthropic: { type: "computer_toolset_20260801" } },
  callTypes: [{ type: "tool_use", toolset: "computer" }],
  uses: ["webcam"],
  handleCall: () => ({ calls: [{ tool: "webcam", args: {} }] })
})

const declared = async () =>
  anthropic.declare(await (await getGate()).tools.declarable(), { providerTools: [bash, computer] })

describe("a conversation over the Messages API", () => {
  it("declares provider tools, hosted tools and the gate's tools in this order", async () => {
    const { declarations, leftOut } = await declared()
    expect(declarations.slice(0, 6)).toEqual([
      { type: "bash_20250124", name: "bash" },
      { type: "computer_toolset_20260801" },
      { type: "web_search_20260318", name: "web_search" },
      { type: "code_execution_20260521", name: "code_execution" },
      {
        name: "get_weather",
        description: "Get current temperature for a given location.",
        input_schema: {
          type: "object",
          properties: { location: { type: "string" } },
          required: ["location"],
          additionalProperties: false
        },
        strict: true,
        allowed_callers: ["direct", "code_execution_20260521"]
      },
      {
        name: "webcam",
        description: "Takes a picture.",
        input_schema: { type: "object", properties: { place: { type: "string" } } }
      }
    ])
    expect(leftOut.map(({ tool }) => tool)).toEqual(["dice"])
  })

  it("answers all calls of a turn in one message, and repeats the model's message with its thinking", async () => {
    const content = [
      { type: "thinking", thinking: "The user wants …", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" },
      { type: "text", text: "I'll check the current weather for you." },
      use("toolu_01A09q90qw90lq917835lq9", "get_weather", { location: "San Francisco, CA" }),
      { type: "server_tool_use", id: "srvtoolu_01", name: "web_search", input: { query: "weather" } },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_01", content: [] },
      { type: "server_tool_use", id: "srvtoolu_02", name: "web_search", input: { query: "" } },
      {
        type: "web_search_tool_result",
        tool_use_id: "srvtoolu_02",
        content: { type: "web_search_tool_result_error", error_code: "invalid_tool_input" }
      },
      use("toolu_02", "mail_send", { to: "bob@email.com", body: "Hi" }),
      use("toolu_03", "webcam", {}),
      use("toolu_04", "bash", { command: "Oslo" }),
      use("toolu_05", "screenshot", {}, { toolset_name: "computer" }),
      use("toolu_06", "nothing", {}),
      use("toolu_07", "get_weather", "{")
    ]
    const declaration = await declared()
    const turn = anthropic.calls(message(content), declaration)
    expect(turn.said).toEqual([
      {
        role: "assistant",
        content: [...content.slice(0, -1), use("toolu_07", "get_weather", { INVALID_JSON: "{" })]
      }
    ])
    const [answer, ...others] = anthropic.answers(turn, await dispatchCalls(turn))
    expect(others).toEqual([])
    const picture = [
      { type: "text", text: "A picture of here:" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
      { type: "text", text: "[Audio, audio/wav, 3 bytes: it cannot be shown here.]" },
      {
        type: "document",
        title: "map.pdf",
        source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" }
      },
      { type: "text", text: "north" }
    ]
    const refused = (text: unknown) => ({ content: [{ type: "text", text }], is_error: true })
    expect(answer).toEqual({
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_01A09q90qw90lq917835lq9",
          content: [{ type: "text", text: '{"location":"San Francisco, CA","temperature":14}' }]
        },
        { type: "tool_result", tool_use_id: "toolu_02", ...refused("Mail is not for agents.") },
        { type: "tool_result", tool_use_id: "toolu_03", content: picture },
        {
          type: "tool_result",
          tool_use_id: "toolu_04",
          content: [{ type: "text", text: '{"location":"Oslo","temperature":14}' }]
        },
        { type: "tool_result", tool_use_id: "toolu_05", content: picture, toolset_name: "computer" },
        { type: "tool_result", tool_use_id: "toolu_06", ...refused(expect.stringContaining("not found")) },
        { type: "tool_result", tool_use_id: "toolu_07", ...refused(expect.stringContaining("cannot be read as JSON")) }
      ]
    })
    expect(anthropic.hosted(message(content), declaration)).toEqual([
      {
        tool: "search_the_web",
        id: "srvtoolu_01",
        type: "server_tool_use",
        name: "web_search",
        input: { query: "weather" }
      },
      {
        tool: "search_the_web",
        id: "srvtoolu_02",
        type: "server_tool_use",
        name: "web_search",
        input: { query: "" },
        failed: true
      }
    ])
  })

  it("answers nothing in a turn without calls", async () => {
    const turn = anthropic.calls(message([{ type: "text", text: "Hello!" }]), await declared())
    expect(turn.said).toEqual([{ role: "assistant", content: [{ type: "text", text: "Hello!" }] }])
    expect(anthropic.answers(turn, [])).toEqual([])
  })

  it("turns an unreadable payload for a provider tool into a call that the gate refuses", async () => {
    const turn = anthropic.calls(message([use("t", "bash", null)]), await declared())
    expect(turn.calls).toEqual([{ id: "t", tool: "get_weather", argsText: "[]" }])
    const [execution] = await dispatchCalls(turn)
    expect(execution).toMatchObject({ executed: "no", error: { why: "InvalidArgs" } })
  })

  it("puts only text into errors", async () => {
    const turn = anthropic.calls(message([use("t", "webcam", {})]), await declared())
    const [execution] = await dispatchCalls(turn)
    if (execution === undefined) throw new Error("The call was not answered.")
    const failed = { ...execution, success: false }
    const [answer] = anthropic.answers(turn, [failed])
    expect(answer?.content[0]?.content.map(({ type }) => type)).toEqual(["text", "text", "text", "text", "text"])
  })
})
