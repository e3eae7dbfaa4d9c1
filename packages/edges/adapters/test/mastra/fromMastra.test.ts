import { createTool } from "@mastra/core/tools"
import { createToolgate, type ToolgateOptions } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { z } from "zod"
import { type FromMastraOptions, fromMastra } from "../../src/mastra.ts"

const opened = async (
  tools: Parameters<typeof fromMastra>[0],
  {
    options,
    policy = "host"
  }: { readonly options?: FromMastraOptions; readonly policy?: ToolgateOptions["policy"] } = {}
) => {
  const gate = await createToolgate({ workspace: ".", policy, tools: fromMastra(tools, options), onAsk: "wait" })
  onTestFinished(() => gate.close())
  return gate
}

const call = (tool: string, args: object = {}) => ({ id: "1", tool, args })

const inputSchema = z.object({ text: z.string().min(1), times: z.number().default(2) })
const repeat = createTool({
  id: "repeat",
  description: "Repeats.",
  inputSchema,
  execute: async ({ text, times }) => ({ said: text.repeat(times) })
})

describe("a tool of Mastra in a gate", () => {
  it("executes code and is destructive unless the app says otherwise, and applies its own defaults", async () => {
    const gate = await opened({ repeat })
    expect(gate.tools.list()).toMatchObject([
      { name: "repeat", sideEffects: "EXECUTE", effects: ["local_exec"], destructive: true }
    ])
    const { output, arguments: args } = await gate.dispatch(call("repeat", { text: "a" }))
    expect({ value: output.value, args }).toEqual({ value: { said: "aa" }, args: { text: "a" } })
    const read = await opened([repeat], { options: { tools: { repeat: { sideEffects: "NONE", destructive: false } } } })
    expect(read.tools.list()).toMatchObject([{ sideEffects: "NONE", destructive: false }])
  })

  it("does not receive a call that violates its schema, and no person is asked about the call", async () => {
    const gate = await opened({ repeat }, { policy: { files: [] } })
    expect((await gate.dispatch(call("repeat", { text: "" }))).error?.why).toBe("InvalidArgs")
    expect(await gate.approvals.list()).toEqual([])
  })

  it("fails if Mastra rejects its output, or with its own message", async () => {
    const made = { description: "Fails.", inputSchema: z.object({}) }
    const wrong = createTool({
      ...made,
      id: "wrong",
      outputSchema: z.object({ n: z.number() }),
      execute: async () => ({ n: "1" }) as never
    })
    const broken = createTool({
      ...made,
      id: "broken",
      execute: async (): Promise<string> => {
        throw new Error("The service is closed.")
      }
    })
    const gate = await opened({ wrong, broken })
    expect((await gate.dispatch(call("wrong"))).error?.message).toMatch(/output validation failed/i)
    expect((await gate.dispatch(call("broken"))).error?.message).toContain("The service is closed.")
  })

  it("gets the call's id and signal, and its writer's output is streamed", async () => {
    const begun = Promise.withResolvers<void>()
    const slow = createTool({
      id: "slow",
      description: "Waits.",
      inputSchema: z.object({}),
      execute: async (_args, { agent, abortSignal, writer }) => {
        await writer?.write(`call ${agent?.toolCallId}`)
        begun.resolve()
        return new Promise((_resolve, reject) =>
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason))
        )
      }
    })
    const gate = await opened({ slow })
    const stop = new AbortController()
    const heard: Array<string> = []
    const answer = gate.dispatch(call("slow"), { signal: stop.signal, onOutput: ({ text }) => void heard.push(text) })
    await begun.promise
    stop.abort()
    expect(await answer).toMatchObject({ error: { why: "Cancelled" } })
    expect(heard).toEqual(["call 1"])
  })

  it("asks a person if it requires approval, and cannot suspend itself", async () => {
    const { execute: _execute, ...made } = { id: "a", description: "A.", inputSchema: z.object({}), execute: undefined }
    const always = createTool({ ...made, id: "always", requireApproval: true, execute: async () => "ran" })
    const sometimes = createTool({ ...made, id: "sometimes", requireApproval: () => false, execute: async () => "ran" })
    const suspends = createTool({ ...made, id: "suspends", execute: async (_args, { agent }) => agent?.suspend({}) })
    const assume = { sideEffects: "NONE", destructive: false, risk: "SAFE" } as const
    const gate = await opened({ always, sometimes, suspends }, { options: { assume }, policy: { files: [] } })
    expect((await gate.judge(call("always"))).decision).toBe("ask")
    expect((await gate.judge(call("sometimes"))).decision).toBe("ask")
    expect((await gate.dispatch(call("suspends"))).error?.message).toContain("suspended itself")
  })

  it("is refused under an unknown name", () => {
    expect(() => fromMastra({ repeat }, { tools: { repeet: {} } })).toThrow(
      'There is no tool "repeet" among those of Mastra.'
    )
  })
})
