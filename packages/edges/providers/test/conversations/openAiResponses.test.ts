import type OpenAI from "openai"
import { describe, expect, it } from "vitest"
import { defineProviderTool, openAiResponses } from "../../src/index.ts"
import { dispatchCalls, getGate } from "./round.ts"
import { pixel } from "./weatherGate.ts"

type Item = OpenAI.Responses.ResponseOutputItem

/** A response with the members of the API's examples that matter here. */
const response = (output: ReadonlyArray<object>) => ({
  id: "resp_1",
  object: "response",
  output: output as Array<Item>
})

const shell = defineProviderTool({
  name: "commands",
  description: "OpenAI's shell.",
  providerSpecs: { openai: { type: "shell", environment: { type: "local" } } },
  callTypes: [{ type: "shell_call" }],
  uses: ["get_weather"],
  handleCall: ({ item }) => {
    const { commands } = item.action as { commands: ReadonlyArray<string> }
    return {
      calls: commands.map((location) => ({ tool: "get_weather", args: { location } })),
      answer: (executions) => ({
        item: {
          output: executions.map(({ output }) => ({
            stdout: JSON.stringify(output.value),
            stderr: "",
            outcome: { type: "exit", exit_code: 0 }
          })),
          max_output_length: 4096
        }
      })
    }
  }
})

const declared = async () =>
  openAiResponses.declare(await (await getGate()).tools.declarable(), { providerTools: [shell] })

describe("a conversation over the Responses API", () => {
  it("declares provider tools, hosted tools and functions in this order", async () => {
    const { declarations, tools, leftOut } = await declared()
    expect(declarations).toEqual([
      { type: "shell", environment: { type: "local" } },
      { type: "web_search" },
      { type: "programmatic_tool_calling" },
      { type: "mcp", server_label: "dmcp", server_url: "https://dmcp-server.deno.dev/sse" },
      {
        type: "function",
        name: "get_weather",
        description: "Get current temperature for a given location.",
        parameters: {
          type: "object",
          properties: { location: { type: "string" } },
          required: ["location"],
          additionalProperties: false
        },
        strict: true,
        allowed_callers: ["direct", "programmatic"]
      },
      {
        type: "function",
        name: "webcam",
        description: "Takes a picture.",
        parameters: { type: "object", properties: { place: { type: "string" } } },
        strict: false
      },
      {
        type: "function",
        name: "mail_send",
        description: "Sends an email.",
        parameters: {
          type: "object",
          properties: { to: { type: "string" }, body: { type: "string" } },
          required: ["to", "body"],
          additionalProperties: false
        },
        strict: true
      },
      {
        type: "function",
        name: "fails",
        description: "Fails.",
        parameters: { type: "object", properties: {} },
        strict: false
      },
      expect.objectContaining({ name: "describe_tool" }),
      {
        type: "function",
        name: "catalogue",
        description: "Searches a large catalogue.",
        parameters: { type: "object", properties: {}, additionalProperties: true },
        strict: false
      }
    ])
    expect(tools.map(({ tool, kind }) => [tool, kind])).toEqual([
      ["commands", "provider"],
      ["search_the_web", "hosted"],
      ["code", "hosted"],
      ["dice", "hosted"],
      ["get_weather", "local"],
      ["webcam", "local"],
      ["mail.send", "local"],
      ["fails", "local"],
      ["describe_tool", "local"],
      ["catalogue", "local"]
    ])
    expect(leftOut).toEqual([])
  })

  it("answers parallel calls, and repeats the model's message with its reasoning", async () => {
    const output = [
      {
        id: "rs_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b",
        type: "reasoning",
        summary: [],
        encrypted_content: "gAAAAAB..."
      },
      {
        type: "function_call",
        id: "fc_12345xyz",
        call_id: "call_12345xyz",
        name: "get_weather",
        arguments: '{"location":"Paris, France"}'
      },
      {
        type: "function_call",
        id: "fc_67890abc",
        call_id: "call_67890abc",
        name: "get_weather",
        arguments: '{"location":"Bogotá, Colombia"}'
      },
      {
        type: "function_call",
        id: "fc_99999def",
        call_id: "call_99999def",
        name: "mail_send",
        arguments: '{"to":"bob@email.com","body":"Hi bob"}'
      }
    ]
    const turn = openAiResponses.calls(response(output), await declared())
    expect(turn.calls).toEqual([
      { id: "call_12345xyz", tool: "get_weather", argsText: '{"location":"Paris, France"}' },
      { id: "call_67890abc", tool: "get_weather", argsText: '{"location":"Bogotá, Colombia"}' },
      { id: "call_99999def", tool: "mail.send", argsText: '{"to":"bob@email.com","body":"Hi bob"}' }
    ])
    expect(turn.said).toEqual(output)
    expect(openAiResponses.answers(turn, await dispatchCalls(turn))).toEqual([
      {
        type: "function_call_output",
        call_id: "call_12345xyz",
        output: '{"location":"Paris, France","temperature":14}'
      },
      {
        type: "function_call_output",
        call_id: "call_67890abc",
        output: '{"location":"Bogotá, Colombia","temperature":14}'
      },
      { type: "function_call_output", call_id: "call_99999def", output: "Mail is not for agents." }
    ])
  })

  it("answers malformed, unknown, failed and programmatic calls, and includes images and files", async () => {
    const turn = openAiResponses.calls(
      response([
        { type: "function_call", call_id: "1", name: "get_weather", arguments: '{"location":"Par' },
        { type: "function_call", call_id: "2", name: "get_wether", arguments: "{}", namespace: "weather" },
        { type: "function_call", call_id: "3", name: "fails", arguments: "{}" },
        { type: "function_call", call_id: "4", name: "webcam", arguments: '{"place":"Oslo"}' },
        {
          type: "function_call",
          call_id: "5",
          name: "get_weather",
          arguments: '{"location":"Rome"}',
          caller: { type: "program", caller_id: "call_prog" }
        }
      ]),
      await declared()
    )
    const answers = openAiResponses.answers(turn, await dispatchCalls(turn))
    expect(answers).toEqual([
      { type: "function_call_output", call_id: "1", output: expect.stringContaining("cannot be read as JSON") },
      {
        type: "function_call_output",
        call_id: "2",
        output: expect.stringContaining('Tool "get_wether" not found'),
        namespace: "weather"
      },
      { type: "function_call_output", call_id: "3", output: "There is no paper." },
      {
        type: "function_call_output",
        call_id: "4",
        output: [
          { type: "input_text", text: "A picture of Oslo:" },
          { type: "input_image", image_url: `data:image/png;base64,${pixel}`, detail: "auto" },
          { type: "input_text", text: "[Audio, audio/wav, 3 bytes: it cannot be shown here.]" },
          { type: "input_file", filename: "map.pdf", file_data: "data:application/pdf;base64,JVBERi0=" },
          { type: "input_text", text: "north" }
        ]
      },
      {
        type: "function_call_output",
        call_id: "5",
        output: '{"location":"Rome","temperature":14}',
        caller: { type: "program", caller_id: "call_prog" }
      }
    ])
  })

  it("asks the gate whether an MCP server may be called", async () => {
    const request = (id: string, over: object) => ({
      type: "mcp_approval_request",
      id,
      arguments: '{"diceRollExpression":"2d4 + 1"}',
      name: "roll",
      server_label: "dmcp",
      ...over
    })
    const turn = openAiResponses.calls(
      response([
        request("mcpr_1", {}),
        request("mcpr_2", { name: "steal" }),
        request("mcpr_3", { server_label: "get_weather", arguments: '{"location":"Paris"}' }),
        request("mcpr_4", { arguments: '{"a":1},"tool":"steal","b":{}' })
      ]),
      await declared()
    )
    expect(turn.calls[0]).toEqual({
      id: "mcpr_1",
      tool: "dice",
      argsText: '{"tool":"roll","arguments":{"diceRollExpression":"2d4 + 1"}}'
    })
    // A server's label is not a tool's name, and a non-object cannot add members to the arguments.
    expect(turn.calls[2]?.tool).toBe("mcp:get_weather")
    expect(turn.calls[3]).toEqual({ id: "mcpr_4", tool: "dice", argsText: "" })
    const answers = openAiResponses.answers(turn, await dispatchCalls(turn))
    expect(answers).toEqual([
      { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
      {
        type: "mcp_approval_response",
        approval_request_id: "mcpr_2",
        approve: false,
        reason: "Dice are rolled, no more."
      },
      { type: "mcp_approval_response", approval_request_id: "mcpr_3", approve: false, reason: expect.any(String) },
      { type: "mcp_approval_response", approval_request_id: "mcpr_4", approve: false, reason: expect.any(String) }
    ])
    expect(openAiResponses.answers(turn, []).map((answer) => "approve" in answer && answer.approve)).toEqual([
      false,
      false,
      false,
      false
    ])
  })

  it("makes one gate call per command of the provider's shell, and answers in one item", async () => {
    const output = [
      { type: "web_search_call", id: "ws_67ccd", status: "completed", action: { type: "search", query: "weather" } },
      {
        type: "shell_call",
        id: "sh_1",
        call_id: "call_9",
        action: { commands: ["Paris", "Rome"], timeout_ms: 120000, max_output_length: 4096 },
        environment: { type: "local" },
        status: "completed"
      },
      { type: "function_call", id: "fc_1", call_id: "call_10", name: "get_weather", arguments: '{"location":"Oslo"}' },
      { type: "lamp_call", id: "lamp_1", status: "failed" },
      { type: "message", id: "msg_1", role: "assistant", content: [] }
    ]
    const declaration = await declared()
    const turn = openAiResponses.calls(response(output), declaration)
    expect(turn.calls.map(({ id }) => id)).toEqual(["call_9_1", "call_9_2", "call_10"])
    expect(openAiResponses.answers(turn, await dispatchCalls(turn))).toEqual([
      {
        type: "shell_call_output",
        call_id: "call_9",
        output: ["Paris", "Rome"].map((location) => ({
          stdout: JSON.stringify({ location, temperature: 14 }),
          stderr: "",
          outcome: { type: "exit", exit_code: 0 }
        })),
        max_output_length: 4096
      },
      { type: "function_call_output", call_id: "call_10", output: '{"location":"Oslo","temperature":14}' }
    ])
    expect(openAiResponses.hosted(response(output), declaration)).toEqual([
      {
        tool: "search_the_web",
        id: "ws_67ccd",
        type: "web_search_call",
        name: undefined,
        input: { type: "search", query: "weather" }
      },
      { tool: undefined, id: "lamp_1", type: "lamp_call", name: undefined, input: undefined, failed: true }
    ])
    await (await getGate()).observe("openai", openAiResponses.hosted(response(output), declaration))
  })

  it("acknowledges a safety check only if the app did", async () => {
    const check = { id: "cu_sc_67cb", code: "malicious_instructions", message: "We've detected instructions." }
    const call = {
      type: "computer_call",
      id: "cu_1",
      call_id: "call_1",
      actions: [{ type: "screenshot" }],
      pending_safety_checks: [check],
      status: "completed"
    }
    const turn = openAiResponses.calls(response([call]), await declared())
    expect(turn.items[0]?.safetyChecks).toEqual([check])
    const executions = await dispatchCalls(turn)
    expect(openAiResponses.answers(turn, executions)[0]).not.toHaveProperty("acknowledged_safety_checks")
    expect(openAiResponses.answers(turn, executions, { acknowledged: ["cu_sc_67cb"] })[0]).toMatchObject({
      type: "computer_call_output",
      call_id: "call_1",
      acknowledged_safety_checks: [check]
    })
  })

  it("generates missing and repeated ids, in the model's message too", async () => {
    const call = { type: "function_call", name: "get_weather", arguments: '{"location":"Oslo"}' }
    const output = [
      { ...call, call_id: "a" },
      { ...call, call_id: "a" },
      { ...call, call_id: "a_2" },
      call,
      { ...call, call_id: "" }
    ]
    const turn = openAiResponses.calls(response(output), await declared())
    const ids = turn.calls.map(({ id }) => id)
    expect(ids).toEqual(["a", "a_3", "a_2", "resp_1_3", "resp_1_4"])
    expect(turn.said).toEqual(ids.map((id) => ({ ...call, call_id: id })))
    const answers = openAiResponses.answers(turn, await dispatchCalls(turn))
    expect(answers.map((answer) => "call_id" in answer && answer.call_id)).toEqual(ids)
  })

  it("reports a call without an execution, and uses the first of two executions", async () => {
    const call = { type: "function_call", call_id: "a", name: "get_weather", arguments: '{"location":"Oslo"}' }
    const turn = openAiResponses.calls(response([call]), await declared())
    const [execution] = await dispatchCalls(turn)
    if (execution === undefined) throw new Error("The call was not answered.")
    const other = { ...execution, output: { ...execution.output, value: "another" } }
    expect(openAiResponses.answers(turn, [execution, other])).toMatchObject([
      { output: '{"location":"Oslo","temperature":14}' }
    ])
    expect(openAiResponses.answers(turn, [])).toMatchObject([
      { output: "The call has no result: it was not made, or its result was lost." }
    ])
  })

  it("leaves schemas to the provider's search if the options say so", async () => {
    const tools = await (await getGate()).tools.declarable()
    const { declarations, tools: made } = openAiResponses.declare(tools, { deferLoading: true })
    expect(declarations.at(-1)).toEqual({
      type: "function",
      name: "catalogue",
      description: "Searches a large catalogue.",
      parameters: {
        type: "object",
        properties: { query: { type: "string" } },
        required: ["query"],
        additionalProperties: false
      },
      strict: true,
      defer_loading: true
    })
    expect(made.at(-1)?.isLazy).toBe(false)
  })
})
