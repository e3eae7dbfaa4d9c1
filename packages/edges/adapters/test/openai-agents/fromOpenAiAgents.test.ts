import { type Tool as AgentTool, tool, webSearchTool } from "@openai/agents"
import { createToolgate, type Toolgate, type ToolgateOptions } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { z } from "zod"
import { type FromOpenAiAgentsOptions, fromOpenAiAgents } from "../../src/openai-agents.ts"

const opened = async (
  tools: ReadonlyArray<unknown>,
  options: FromOpenAiAgentsOptions = {},
  policy: ToolgateOptions["policy"] = "host"
): Promise<Toolgate> => {
  const from = await fromOpenAiAgents(tools as ReadonlyArray<AgentTool>, options)
  const gate = await createToolgate({ workspace: ".", policy, tools: from, onAsk: "wait" })
  onTestFinished(() => gate.close())
  return gate
}

const call = (name: string, args: object = {}) => ({ id: "1", tool: name, args })

const parameters = z.object({ text: z.string() })
const echo = (name = "echo", more: object = {}) =>
  tool({ name, description: "Echoes.", parameters, execute: ({ text }) => text, ...more })
const without = (name: string, execute: (...args: ReadonlyArray<never>) => unknown, more: object = {}) =>
  tool({ name, description: "Takes nothing.", parameters: z.object({}), execute: execute as never, ...more })

describe("a tool of the OpenAI Agents SDK in a gate", () => {
  it("executes code and is destructive unless the app says otherwise", async () => {
    const [plain] = (await opened([echo()])).tools.list()
    expect(plain).toMatchObject({ sideEffects: "EXECUTE", effects: ["local_exec"], destructive: true })
    const said = { sideEffects: "NONE", destructive: false } as const
    const [other] = (await opened([echo()], { assume: said })).tools.list()
    expect(other).toMatchObject({ ...said, effects: [] })
  })

  it("does not receive a call that violates its schema, and no person is asked about the call", async () => {
    const gate = await opened([echo()], {}, { files: [] })
    expect((await gate.dispatch(call("echo", { text: 1 }))).error).toMatchObject({ why: "InvalidArgs" })
    expect(await gate.approvals.list()).toEqual([])
  })

  it("gets the call's id, signal and context", async () => {
    const begun = Promise.withResolvers<void>()
    let seen: unknown
    type Args = [object, { context: { user: string } }, { toolCall: { callId: string }; signal: AbortSignal }]
    const slow = without("slow", (...[, run, { toolCall, signal }]: Args) => {
      seen = [toolCall.callId, run.context.user]
      begun.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    })
    const gate = await opened([slow], { context: ({ session: user }) => ({ user }) })
    const stop = new AbortController()
    const answer = gate.dispatch(call("slow"), { signal: stop.signal })
    await begun.promise
    stop.abort()
    expect(await answer).toMatchObject({ success: false, error: { why: "Cancelled" } })
    expect(seen).toEqual(["1", "default"])
  })

  it("fails when the SDK turns its exception into text, and otherwise with its own message", async () => {
    const closed = () => {
      throw new Error("The service is closed.")
    }
    const gate = await opened([
      without("swallows", closed),
      without("throws", closed, { errorFunction: null }),
      without("late", () => new Promise(() => {}), { timeoutMs: 1 })
    ])
    expect(await gate.dispatch(call("swallows"))).toMatchObject({ success: false, error: { why: "ToolFailed" } })
    expect((await gate.dispatch(call("throws"))).error?.message).toContain("The service is closed.")
    expect((await gate.dispatch(call("late"))).error?.message).toContain("timed out")
  })

  it("returns values, texts and images", async () => {
    const image = { data: "iVBORw0KGgo=", mediaType: "image/png" }
    const gate = await opened([
      echo(),
      without("value", () => ({ found: 1 })),
      without("picture", () => [
        { type: "text", text: "A pixel." },
        { type: "image", image }
      ])
    ])
    expect((await gate.dispatch(call("echo", { text: "a" }))).output.content).toEqual([{ type: "text", text: "a" }])
    expect((await gate.dispatch(call("value"))).output.value).toEqual({ found: 1 })
    expect((await gate.dispatch(call("picture"))).output.content).toEqual([
      { type: "text", text: "A pixel." },
      { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" }
    ])
  })

  it("asks a person if it needs approval, under any assumptions of the app", async () => {
    const gate = await opened(
      [
        echo("always", { needsApproval: true }),
        echo("sometimes", { needsApproval: async (_run: unknown, _args: unknown) => false }),
        echo("never")
      ],
      { assume: { sideEffects: "NONE", destructive: false, risk: "SAFE" } },
      { files: [] }
    )
    const decided = async (name: string) => (await gate.judge(call(name, { text: "a" }))).decision
    expect([await decided("always"), await decided("sometimes"), await decided("never")]).toEqual([
      "ask",
      "ask",
      "allow"
    ])
  })

  it("does not run if it has since been disabled or come to need approval", async () => {
    let asks = false
    const gate = await opened([echo("later", { needsApproval: async () => asks }), echo("off", { isEnabled: false })])
    expect((await gate.dispatch(call("later", { text: "a" }))).success).toBe(true)
    asks = true
    expect(await gate.dispatch(call("later", { text: "a" }))).toMatchObject({ success: false, executed: "no" })
    expect(await gate.dispatch(call("off", { text: "a" }))).toMatchObject({ success: false, executed: "no" })
  })

  it("is refused if it has guardrails or is not a function", async () => {
    await expect(fromOpenAiAgents([webSearchTool()])).rejects.toThrow("is not a function")
    const run = async () => ({ outputInfo: {}, behavior: { type: "allow" as const } })
    const guarded = echo("guarded", { inputGuardrails: [{ name: "guard", run }] })
    await expect(fromOpenAiAgents([guarded])).rejects.toThrow("has guardrails")
  })
})
