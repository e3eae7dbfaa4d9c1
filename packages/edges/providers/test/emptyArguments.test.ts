import { createToolgate, defineTool, Type } from "toolgate"
import { expect, it, onTestFinished } from "vitest"
import { anthropic, gemini, openAiChat, openAiResponses } from "../src/index.ts"

const tools = [
  defineTool({
    name: "health",
    description: "x",
    parameters: Type.Object({}),
    sideEffects: "NONE",
    execute: () => "ok"
  }),
  defineTool({
    name: "get",
    description: "x",
    parameters: Type.Object({ key: Type.String() }),
    sideEffects: "NONE",
    execute: () => "never"
  })
]

const formats = {
  anthropic: {
    format: anthropic,
    response: (name: string, input: unknown) => ({ content: [{ type: "tool_use", id: "1", name, input }] })
  },
  gemini: {
    format: gemini,
    response: (name: string, args: unknown) => ({
      candidates: [{ content: { parts: [{ functionCall: { name, args } }] } }]
    })
  },
  "openai-chat": {
    format: openAiChat,
    response: (name: string, args: unknown) => ({
      choices: [{ message: { tool_calls: [{ id: "1", type: "function", function: { name, arguments: args } }] } }]
    })
  },
  openai: {
    format: openAiResponses,
    response: (name: string, args: unknown) => ({
      output: [{ type: "function_call", call_id: "1", name, arguments: args }]
    })
  }
} as const

it.each(Object.keys(formats) as Array<keyof typeof formats>)(
  "treats missing arguments as an empty object in %s, and names required arguments",
  async (provider) => {
    const gate = await createToolgate({ workspace: ".", policy: "host", tools })
    onTestFinished(() => gate.close())
    // biome-ignore lint/suspicious/noExplicitAny: responses of four types
    const { format, response } = formats[provider] as any
    const declared = format.declare(await gate.tools.declarable())
    for (const nothing of ["", " ", "\n\t", null, undefined]) {
      const call = async (name: string) => {
        const { calls } = format.calls(response(name, nothing), declared)
        expect(calls).toHaveLength(1)
        return (await gate.dispatchAll(calls))[0]
      }
      expect([nothing, await call("health")]).toMatchObject([nothing, { success: true, arguments: {} }])
      const refused = await call("get")
      expect([nothing, refused?.error?.message]).toEqual([
        nothing,
        'Arguments of "get" are invalid: "/key" is missing.'
      ])
    }
  }
)
