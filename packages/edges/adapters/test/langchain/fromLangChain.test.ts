import { ToolMessage } from "@langchain/core/messages"
import { DynamicTool, type StructuredToolInterface, tool } from "@langchain/core/tools"
import { Command, interrupt } from "@langchain/langgraph"
import { createToolgate, type Toolgate, type ToolgateOptions } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { z } from "zod"
import { type FromLangChainOptions, fromLangChain } from "../../src/langchain.ts"

const opened = async (
  tools: ReadonlyArray<unknown>,
  options: FromLangChainOptions = {},
  policy: ToolgateOptions["policy"] = "host"
): Promise<Toolgate> => {
  const gate = await createToolgate({
    workspace: ".",
    policy,
    tools: fromLangChain(tools as ReadonlyArray<StructuredToolInterface>, options),
    onAsk: "wait"
  })
  onTestFinished(() => gate.close())
  return gate
}

const call = (name: string, args: object = {}) => ({ id: "1", tool: name, args })

const none = z.object({})
const echo = tool(({ text }) => text, { name: "echo", description: "Echoes.", schema: z.object({ text: z.string() }) })

describe("a tool of LangChain in a gate", () => {
  it("executes code and is destructive unless the app says otherwise", async () => {
    const [plain] = (await opened([echo])).tools.list()
    expect(plain).toMatchObject({ sideEffects: "EXECUTE", effects: ["local_exec"], destructive: true })
    const said = { sideEffects: "NONE", destructive: false } as const
    const [other] = (await opened([echo], { tools: { echo: said } })).tools.list()
    expect(other).toMatchObject({ ...said, effects: [] })
  })

  it("does not receive a call that violates its schema, and no person is asked about the call", async () => {
    const even = z.object({ n: z.number().refine((n) => n % 2 === 0, "has to be even") })
    const checked = tool(({ n }) => n, { name: "checked", description: "Takes even numbers.", schema: even })
    const gate = await opened([echo, checked], {}, { files: [] })
    expect((await gate.dispatch(call("echo", { text: 1 }))).error).toMatchObject({ why: "InvalidArgs" })
    expect((await gate.dispatch(call("checked", { n: 3 }))).error?.message).toContain("has to be even")
    expect(await gate.approvals.list()).toEqual([])
  })

  it("supports JSON Schema, which LangChain's validator may change", async () => {
    const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] } as const
    const gate = await opened([
      tool(({ n }: { n: number }) => ({ n }), { name: "plain", description: "Plain.", schema: schema as never })
    ])
    expect((await gate.dispatch(call("plain", { n: "1" }))).error?.why).toBe("InvalidArgs")
    expect((await gate.dispatch(call("plain", { n: 1 }))).output.content).toEqual([{ type: "text", text: '{"n":1}' }])
  })

  it("gets its defaults and conversions, and the person sees what the model wrote", async () => {
    const seen: Array<unknown> = []
    const schema = z.object({ text: z.string().transform((text) => text.toUpperCase()), times: z.number().default(2) })
    const gate = await opened([tool((args) => void seen.push(args), { name: "shout", description: "Shouts.", schema })])
    expect(await gate.dispatch(call("shout", { text: "a" }))).toMatchObject({ success: true, arguments: { text: "a" } })
    expect(seen).toEqual([{ text: "A", times: 2 }])
  })

  it("may take one text, as LangChain's first tools did", async () => {
    const old = new DynamicTool({ name: "old", description: "Old.", func: async (input: string) => `<${input}>` })
    const { output } = await (await opened([old])).dispatch(call("old", { input: "a" }))
    expect(output.content).toEqual([{ type: "text", text: "<a>" }])
  })

  it("gets the call's id, signal and the app's configuration", async () => {
    const begun = Promise.withResolvers<void>()
    let seen: unknown
    const slow = tool(
      (_args, { toolCall, signal, configurable }) =>
        new Promise<string>((_resolve, reject) => {
          seen = [toolCall?.id, configurable?.user]
          signal?.addEventListener("abort", () => reject(signal.reason))
          begun.resolve()
        }),
      { name: "slow", description: "Waits.", schema: none }
    )
    const gate = await opened([slow], { configurable: ({ session: user }) => ({ user }) })
    const stop = new AbortController()
    const answer = gate.dispatch(call("slow"), { signal: stop.signal })
    await begun.promise
    stop.abort()
    expect(await answer).toMatchObject({ success: false, error: { why: "Cancelled" } })
    expect(seen).toEqual(["1", "default"])
  })

  it("streams the values that it yields", async () => {
    const steps = tool(
      async function* () {
        yield "looking"
        yield { found: 1 }
        return "done"
      },
      { name: "steps", description: "Goes step by step.", schema: none }
    )
    const heard: Array<string> = []
    const gate = await opened([steps])
    const { output } = await gate.dispatch(call("steps"), { onOutput: ({ text }) => void heard.push(text) })
    expect(output.content).toEqual([{ type: "text", text: "done" }])
    expect(heard).toEqual(["looking", '{"found":1}'])
  })

  it("fails with its own message, whether it throws or returns an error", async () => {
    const throws = tool(
      (): string => {
        throw new Error("The service is closed.")
      },
      { name: "throws", description: "Throws.", schema: none }
    )
    const answers = tool(
      (_args, { toolCall }) =>
        new ToolMessage({ tool_call_id: toolCall?.id ?? "", status: "error", content: "There is none." }),
      { name: "answers", description: "Answers.", schema: none }
    )
    const gate = await opened([throws, answers])
    expect((await gate.dispatch(call("throws"))).error?.message).toContain("The service is closed.")
    expect(await gate.dispatch(call("answers"))).toMatchObject({ success: false, error: { message: "There is none." } })
  })

  it("fails if it returns a graph command or interrupts a graph", async () => {
    const commands = tool(() => new Command({ goto: "elsewhere" }), {
      name: "commands",
      description: "Commands.",
      schema: none
    })
    const interrupts = tool(() => interrupt("Really?") as string, {
      name: "interrupts",
      description: "Asks.",
      schema: none
    })
    const gate = await opened([commands, interrupts])
    expect((await gate.dispatch(call("commands"))).error?.message).toContain("graph command")
    expect((await gate.dispatch(call("interrupts"))).success).toBe(false)
  })

  it("returns images beside its text", async () => {
    const picture = tool(
      () => [
        { type: "text", text: "A pixel." },
        { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" }
      ],
      { name: "picture", description: "Shows.", schema: none }
    )
    expect((await (await opened([picture])).dispatch(call("picture"))).output.content).toEqual([
      { type: "text", text: "A pixel." },
      { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" }
    ])
  })
})
