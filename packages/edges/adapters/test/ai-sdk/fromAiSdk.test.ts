import { jsonSchema, type ToolSet, tool } from "ai"
import { createToolgate, type Toolgate, type ToolgateOptions } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { z } from "zod"
import { type FromAiSdkOptions, fromAiSdk } from "../../src/ai-sdk.ts"

const opened = async (
  tools: ToolSet,
  {
    options,
    policy = "host"
  }: { readonly options?: FromAiSdkOptions; readonly policy?: ToolgateOptions["policy"] } = {}
): Promise<Toolgate> => {
  const gate = await createToolgate({ workspace: ".", policy, tools: await fromAiSdk(tools, options), onAsk: "wait" })
  onTestFinished(() => gate.close())
  return gate
}

const call = (name: string, args: object = {}) => ({ id: "1", tool: name, args })

const echo = tool({ description: "Echoes.", inputSchema: z.object({ text: z.string() }), execute: ({ text }) => text })

describe("a tool of the AI SDK in a gate", () => {
  it("executes code and is destructive unless the app says otherwise", async () => {
    const gate = await opened(
      { echo, other: echo, third: echo },
      { options: { assume: { sideEffects: "WRITE" }, tools: { other: { sideEffects: "NONE", destructive: false } } } }
    )
    const declared = gate.tools
      .list()
      .map(({ name, sideEffects, effects, destructive }) => [name, sideEffects, effects, destructive])
    expect(declared).toEqual([
      ["echo", "WRITE", [], true],
      ["other", "NONE", [], false],
      ["third", "WRITE", [], true]
    ])
    const [plain] = (await opened({ echo })).tools.list()
    expect(plain).toMatchObject({ sideEffects: "EXECUTE", effects: ["local_exec"], destructive: true })
  })

  it("does not receive a call that violates its schema, and no person is asked about the call", async () => {
    const checked = tool({
      inputSchema: z.object({ even: z.number().refine((n) => n % 2 === 0, "has to be even") }),
      execute: ({ even }) => even
    })
    const gate = await opened({ echo, checked }, { policy: { files: [] } })
    expect((await gate.dispatch(call("echo", { text: 1 }))).error).toMatchObject({ why: "InvalidArgs" })
    const { error } = await gate.dispatch(call("checked", { even: 3 }))
    expect(error?.message).toContain("has to be even")
    expect(await gate.approvals.list()).toEqual([])
  })

  it("gets its defaults and conversions, and the person sees what the model wrote", async () => {
    const seen: Array<unknown> = []
    const shout = tool({
      inputSchema: z.object({ text: z.string().transform((text) => text.toUpperCase()), times: z.number().default(2) }),
      execute: (args) => void seen.push(args)
    })
    const gate = await opened({ shout })
    expect(await gate.dispatch(call("shout", { text: "a" }))).toMatchObject({ success: true, arguments: { text: "a" } })
    expect(seen).toEqual([{ text: "A", times: 2 }])
    expect(gate.tools.list()[0]?.parameters).toMatchObject({
      required: ["text"],
      properties: { times: { type: "number", description: "By default: 2." } }
    })
  })

  it("supports JSON Schema together with its own checks", async () => {
    const plain = tool({
      inputSchema: jsonSchema<{ n: number }>(
        async () => ({ type: "object", properties: { n: { type: "number" } }, required: ["n"] }),
        {
          validate: (value) =>
            (value as { n: number }).n > 0
              ? { success: true, value: value as { n: number } }
              : { success: false, error: new Error("n is too small") }
        }
      ),
      execute: ({ n }) => ({ n })
    })
    const gate = await opened({ plain })
    expect((await gate.dispatch(call("plain", { n: "1" }))).error?.why).toBe("InvalidArgs")
    expect((await gate.dispatch(call("plain", { n: -1 }))).error?.message).toContain("n is too small")
    expect((await gate.dispatch(call("plain", { n: 1 }))).output.value).toEqual({ n: 1 })
  })

  it("gets the call's id, signal and context", async () => {
    const seen = Promise.withResolvers<AbortSignal | undefined>()
    const slow = tool({
      inputSchema: z.object({}),
      contextSchema: z.object({ user: z.string() }),
      execute: (_args, { toolCallId, abortSignal, context }) => {
        expect({ toolCallId, context }).toEqual({ toolCallId: "1", context: { user: "default" } })
        seen.resolve(abortSignal)
        return new Promise((_resolve, reject) =>
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason))
        )
      }
    })
    const gate = await opened({ slow }, { options: { context: ({ session: user }) => ({ user }) } })
    const stop = new AbortController()
    const answer = gate.dispatch(call("slow"), { signal: stop.signal })
    await seen.promise
    stop.abort()
    expect(await answer).toMatchObject({ success: false, error: { why: "Cancelled" } })
  })

  it("streams the values that it yields, and returns the last", async () => {
    const steps = tool({
      inputSchema: z.object({}),
      execute: async function* () {
        yield "looking"
        yield { found: 1 }
        yield { found: 2 }
      }
    })
    const gate = await opened({ steps })
    const heard: Array<string> = []
    const { output } = await gate.dispatch(call("steps"), { onOutput: ({ text }) => void heard.push(text) })
    expect(output).toMatchObject({ value: { found: 2 }, content: [] })
    expect(heard).toEqual(["looking", '{"found":1}'])
  })

  it("fails with its own message", async () => {
    const broken = tool({
      inputSchema: z.object({}),
      execute: async (): Promise<string> => {
        throw new Error("The service is closed.")
      }
    })
    const { error } = await (await opened({ broken })).dispatch(call("broken"))
    expect(error).toMatchObject({ why: "ToolFailed", message: expect.stringContaining("The service is closed.") })
  })

  it("passes the result of its toModelOutput to the model", async () => {
    const picture = tool({
      inputSchema: z.object({}),
      execute: () => ({ width: 1 }),
      toModelOutput: () => ({
        type: "content",
        value: [
          { type: "text", text: "A pixel." },
          { type: "file", mediaType: "image/png", data: { type: "data", data: "iVBORw0KGgo=" } }
        ]
      })
    })
    const failing = tool({
      inputSchema: z.object({}),
      execute: () => 1,
      toModelOutput: () => ({ type: "error-text", value: "There is none." })
    })
    const gate = await opened({ picture, failing })
    expect((await gate.dispatch(call("picture"))).output).toMatchObject({
      content: [
        { type: "text", text: "A pixel." },
        { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" }
      ],
      value: { width: 1 }
    })
    expect((await gate.dispatch(call("failing"))).error?.message).toBe("There is none.")
  })

  it("asks a person if it needs approval, under any assumptions of the app", async () => {
    const harmless = { sideEffects: "NONE", destructive: false, risk: "SAFE" } as const
    const gate = await opened(
      { always: { ...echo, needsApproval: true }, sometimes: { ...echo, needsApproval: () => false }, never: echo },
      { options: { assume: harmless }, policy: { files: [] } }
    )
    const decided = async (name: string) => (await gate.judge(call(name, { text: "a" }))).decision
    expect([await decided("always"), await decided("sometimes"), await decided("never")]).toEqual([
      "ask",
      "ask",
      "allow"
    ])
  })

  it("is refused without execute or under an unknown name", async () => {
    const client = tool({ inputSchema: z.object({}), outputSchema: z.string() })
    await expect(fromAiSdk({ client })).rejects.toThrow('The tool "client" has no "execute"')
    await expect(fromAiSdk({ echo }, { tools: { ecko: {} } })).rejects.toThrow(
      'There is no tool "ecko" among those of the AI SDK.'
    )
  })
})
