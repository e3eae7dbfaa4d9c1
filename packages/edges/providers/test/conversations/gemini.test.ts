import { describe, expect, it } from "vitest"
import { gemini } from "../../src/index.ts"
import { dispatchCalls, getGate } from "./round.ts"
import { pixel } from "./weatherGate.ts"

const call = (name: string, args?: unknown, id?: string) => ({
  functionCall: { ...(id === undefined ? {} : { id }), name, ...(args === undefined ? {} : { args }) }
})

const response = (parts: ReadonlyArray<object>) => ({
  responseId: "r-1",
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }]
})

const declared = async () => gemini.declare(await (await getGate()).tools.declarable())

describe("a conversation over the Gemini API", () => {
  it("declares hosted tools, and all functions in one tool", async () => {
    const { declarations, leftOut } = await declared()
    expect(declarations.slice(0, 2)).toEqual([{ googleSearch: {} }, { codeExecution: {} }])
    expect(declarations).toHaveLength(3)
    expect(declarations[2]?.functionDeclarations.map(({ name }) => name)).toEqual([
      "get_weather",
      "webcam",
      "mail.send",
      "fails",
      "describe_tool",
      "catalogue"
    ])
    expect(declarations[2]?.functionDeclarations[0]).toEqual({
      name: "get_weather",
      description: "Get current temperature for a given location.",
      parametersJsonSchema: {
        type: "object",
        properties: { location: { type: "string" } },
        required: ["location"],
        additionalProperties: false
      }
    })
    expect(leftOut.map(({ tool }) => tool)).toEqual(["dice"])
    expect(gemini.declare([]).declarations).toEqual([])
  })

  it("answers calls without ids in their order, and repeats thought signatures", async () => {
    const parts = [
      { ...call("get_weather", { location: "Paris" }), thoughtSignature: "<Sig A>" },
      call("get_weather", { location: "London" })
    ]
    const turn = gemini.calls(response(parts), await declared())
    expect(turn.calls.map(({ id }) => id)).toEqual(["r-1_0", "r-1_1"])
    expect(turn.said).toEqual([{ role: "model", parts }])
    expect(gemini.answers(turn, await dispatchCalls(turn))).toEqual([
      {
        role: "user",
        parts: ["Paris", "London"].map((location) => ({
          functionResponse: { name: "get_weather", response: { output: { location, temperature: 14 } } }
        }))
      }
    ])
  })

  it("answers failures as errors, and includes images", async () => {
    const turn = gemini.calls(
      response([
        call("webcam", undefined, "a"),
        call("mail.send", { to: "bob@email.com", body: "Hi" }, "a"),
        call("nothing", {}, "c"),
        { functionCall: { args: [] } },
        call("fails", {})
      ]),
      await declared()
    )
    expect(gemini.answers(turn, await dispatchCalls(turn))).toEqual([
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              id: "a",
              name: "webcam",
              response: {
                output: "A picture of here:\n[Audio, audio/wav, 3 bytes: it cannot be shown here.]\nnorth"
              },
              parts: [
                { inlineData: { mimeType: "image/png", data: pixel } },
                { inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } }
              ]
            }
          },
          { functionResponse: { id: "a_2", name: "mail.send", response: { error: "Mail is not for agents." } } },
          { functionResponse: { id: "c", name: "nothing", response: { error: expect.stringContaining("not found") } } },
          { functionResponse: { name: "", response: { error: expect.stringContaining("not found") } } },
          { functionResponse: { name: "fails", response: { error: "There is no paper." } } }
        ]
      }
    ])
    expect(turn.said).toMatchObject([{ parts: [{}, { functionCall: { id: "a_2" } }, {}, {}, {}] }])
  })

  it("reports the provider's own runs", async () => {
    const given = {
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              { executableCode: { language: "PYTHON", code: "print(1)" } },
              { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } },
              { toolCall: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["x"] } } },
              { toolCall: { toolType: "URL_CONTEXT", args: {} } }
            ]
          },
          groundingMetadata: { webSearchQueries: ["weather in Paris"] }
        }
      ]
    }
    expect(gemini.hosted(given, await declared())).toEqual([
      { tool: "code", id: undefined, type: "executableCode", name: undefined, input: "print(1)" },
      { tool: "search_the_web", id: "t1", type: "toolCall", name: "GOOGLE_SEARCH_WEB", input: { queries: ["x"] } },
      { tool: undefined, id: undefined, type: "toolCall", name: "URL_CONTEXT", input: {} },
      {
        tool: "search_the_web",
        id: undefined,
        type: "groundingMetadata",
        name: undefined,
        input: ["weather in Paris"]
      }
    ])
  })
})
