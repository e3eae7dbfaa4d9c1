import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type {
  CallToolResult,
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult
} from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { type ConnectOptions, connect, connectOver, post, serveHttpGate } from "./serveHttpGate.ts"

const ada = { action: "accept", content: { name: "Ada" } } as const
const both = { form: {}, url: {} }

const saidBy = ({ content }: Pick<CallToolResult, "content">): unknown => {
  const [block] = content
  return block?.type === "text" ? JSON.parse(block.text) : undefined
}

/** Starts a gate as MCP clients start their servers. */
const stdioGate = () => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-mcp-"))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  const program = join(import.meta.dirname, "programs/stdioGate.ts")
  const args = ["--conditions=@toolgate/source", program, workspace]
  return { transport: new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }), workspace }
}

describe.each(["legacy", "auto"] as const)("a tool's question over HTTP (%s)", (era) => {
  const open = async (answer: ConnectOptions["answer"], elicitation: ConnectOptions["elicitation"] = {}) =>
    connect((await serveHttpGate()).url, era, { answer, elicitation })

  it("reaches the client's user with the tool's name in front, and the answer reaches the tool", async () => {
    const asked: Array<ElicitRequestParams> = []
    const client = await open((params) => {
      asked.push(params)
      return ada
    })
    expect(saidBy(await client.callTool({ name: "ask_name", arguments: {} }))).toEqual(ada)
    expect(asked).toEqual([expect.objectContaining({ message: 'Tool "ask_name" asks: Your name?' })])
  })

  it("may be followed by another question", async () => {
    const names = ["Ada", "Grace"]
    const client = await open(() => ({ action: "accept", content: { name: names.shift() ?? "" } }))
    expect(saidBy(await client.callTool({ name: "ask_twice", arguments: {} }))).toEqual([
      ada,
      { action: "accept", content: { name: "Grace" } }
    ])
  })

  it("may be an address, if the client can open addresses", async () => {
    const asked: Array<ElicitRequestParams> = []
    const client = await open((params) => {
      asked.push(params)
      return { action: "accept" }
    }, both)
    expect(saidBy(await client.callTool({ name: "log_in", arguments: {} }))).toEqual({ action: "accept", content: {} })
    expect(asked).toEqual([expect.objectContaining({ mode: "url", url: "https://login.example.com/" })])
  })

  it("may be one of several concurrent questions, and may ask a model", async () => {
    const asked: Array<CreateMessageRequest["params"]> = []
    const reply = (params: CreateMessageRequest["params"]): CreateMessageResult => {
      asked.push(params)
      return { role: "assistant", content: { type: "text", text: "hours" }, model: "m", stopReason: "endTurn" }
    }
    const client = await connect((await serveHttpGate()).url, era, { answer: ada, reply })
    const model = { role: "assistant", content: [{ type: "text", text: "hours" }], model: "m", stopReason: "endTurn" }
    expect(saidBy(await client.callTool({ name: "ask_several", arguments: {} }))).toEqual([
      ada,
      ada,
      { action: "accept", content: model }
    ])
    expect(asked).toEqual([
      expect.objectContaining({
        messages: [{ role: "user", content: { type: "text", text: "A rhyme?" } }],
        maxTokens: 9
      })
    ])
    const other = await connect((await serveHttpGate()).url, era, { answer: ada })
    expect(saidBy(await other.callTool({ name: "ask_several", arguments: {} }))).toMatchObject([
      ada,
      ada,
      { action: "decline" }
    ])
  })

  it("is declined for a client that cannot answer this kind", async () => {
    const declined = expect.objectContaining({ action: "decline" })
    const formsOnly = await open(() => ({ action: "accept" }), { form: {} })
    expect(saidBy(await formsOnly.callTool({ name: "log_in", arguments: {} }))).toEqual(declined)
    const mute = await open(undefined)
    expect(saidBy(await mute.callTool({ name: "ask_name", arguments: {} }))).toEqual(declined)
  })

  it("is declined if the answer does not fit", async () => {
    const client = await open({ action: "accept", content: { name: 7 } })
    expect(saidBy(await client.callTool({ name: "ask_name", arguments: {} }))).toMatchObject({ action: "decline" })
  })
})

describe.each(["legacy", "auto"] as const)("a client over stdio (%s)", (era) => {
  it("is answered by its own form only, and a call is approved by the approval form only", async () => {
    const { transport, workspace } = stdioGate()
    const asked: Array<string> = []
    let answer: ElicitResult = { action: "accept", content: { decision: "approve" } }
    const client = await connectOver(transport, era, {
      answer: ({ message }) => {
        asked.push(message)
        return answer
      }
    })
    await client.callTool({ name: "write_file", arguments: { path: "a.txt", content: "new" } })
    expect(existsSync(join(workspace, "a.txt"))).toBe(true)
    expect(asked).toEqual([expect.stringMatching(/^May write_file run\?/)])
    expect(saidBy(await client.callTool({ name: "ask_other", arguments: {} }))).toMatchObject({ action: "decline" })
    expect(asked.slice(1)).toEqual(['Tool "ask_other" asks: May ask_name run?'])
    answer = ada
    expect(saidBy(await client.callTool({ name: "ask_name", arguments: {} }))).toEqual(ada)
  })
})

describe("a call that waits for its client's next request", () => {
  const open = async (approvals: "defer" | "elicit" = "defer") => {
    const gate = await serveHttpGate(approvals)
    const call = async (params: object, name = "alice") =>
      (await post(gate.url, "tools/call", { name: "ask_name", arguments: {}, ...params }, { name })).body
    const begun = async () => (await call({})).result.requestState as string
    return { ...gate, call, begun }
  }
  const refused = { isError: true, _meta: { "toolgate/executed": "no" } }
  const gone = { isError: true, _meta: { "toolgate/executed": "unknown" } }
  const answer = { inputResponses: { "input-1": ada } }

  it("continues, and runs once", async () => {
    const { call, begun, runs } = await open()
    const requestState = await begun()
    expect(saidBy((await call({ ...answer, requestState })).result)).toEqual(ada)
    expect((await call({ ...answer, requestState })).result).toMatchObject(gone)
    expect(runs).toHaveLength(1)
  })

  it("accepts no answer from another caller, with a changed state, or for another tool or other arguments", async () => {
    const { call, begun, runs } = await open()
    const requestState = await begun()
    const given = { ...answer, requestState }
    expect((await call(given, "bob")).error).toMatchObject({ code: -32602 })
    expect((await call({ ...given, requestState: `${requestState}A` })).error).toMatchObject({ code: -32602 })
    expect((await call({ ...given, requestState: requestState.replace(/^.*~/, "~") })).result).toMatchObject(gone)
    expect((await call({ ...given, name: "ask_other" })).result).toMatchObject(refused)
    expect((await call({ ...given, arguments: { note: "x" } })).result).toMatchObject(refused)
    expect(runs.map(({ answer }) => answer)).toEqual([undefined])
    expect(saidBy((await call(given)).result)).toEqual(ada)
  })

  it("accepts no answer with an earlier state", async () => {
    const { call } = await open()
    const twice = (params: object) => call({ name: "ask_twice", ...params })
    const { requestState } = (await twice({})).result
    const second = (await twice({ ...answer, requestState })).result
    expect(second.requestState).not.toBe(requestState)
    expect((await twice({ inputResponses: { "input-2": ada }, requestState })).result).toMatchObject(refused)
    const ended = await twice({ inputResponses: { "input-2": ada }, requestState: second.requestState })
    expect(saidBy(ended.result)).toEqual([ada, ada])
  })

  it("asks several things at once, none of them under the approval's name", async () => {
    const { call } = await open()
    const { inputRequests } = (await call({ name: "ask_several" })).result
    expect(Object.keys(inputRequests)).toEqual(["input-1", "theirs"])
  })

  it("repeats unanswered questions, and does not treat an approval as an answer", async () => {
    const { call, begun } = await open()
    const requestState = await begun()
    const approval = { action: "accept", content: { decision: "approve" } }
    const again = (await call({ inputResponses: { approval }, requestState })).result
    expect(Object.keys(again.inputRequests)).toEqual(["input-1"])
    expect(saidBy((await call({ ...answer, requestState: again.requestState })).result)).toEqual(ada)
  })

  it("does not treat an answer to a tool's question as an approval", async () => {
    const { call, workspace } = await open("elicit")
    const write = { name: "write_file", arguments: { path: "a.txt", content: "new" } }
    const { requestState } = (await call(write)).result
    const approval = { action: "accept", content: { decision: "approve" } }
    expect((await call({ ...write, inputResponses: { "input-1": approval }, requestState })).result).toMatchObject({
      _meta: { "toolgate/executed": "no", "toolgate/pending": { approvalId: expect.any(String) } }
    })
    expect(existsSync(join(workspace, "a.txt"))).toBe(false)
  })

  it("is lost to another gate, and does not run there", async () => {
    const [before, after] = [await open(), await open()]
    expect((await after.call({ ...answer, requestState: await before.begun() })).result).toMatchObject(gone)
    expect(after.runs).toEqual([])
  })

  it("ends when its client does not return while the question is open", async () => {
    const { call, begun, runs } = await open()
    const requestState = await begun()
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const late = await begun()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    vi.useRealTimers()
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([false, true])
    expect((await call({ ...answer, requestState: late })).result).toMatchObject({
      isError: true,
      _meta: { "toolgate/error": "cancelled" }
    })
    expect(saidBy((await call({ ...answer, requestState })).result)).toEqual(ada)
  })

  it("ends with its gate", async () => {
    const { begun, runs, close } = await open()
    await begun()
    await close()
    expect(runs[0]?.signal.aborted).toBe(true)
  })

  it("is limited in number", async () => {
    const { call, begun, runs } = await open()
    const states = await Promise.all(Array.from({ length: 3 }, begun))
    expect(saidBy((await call({})).result)).toMatchObject({ action: "decline" })
    expect((await call({}, "bob")).result).toHaveProperty("requestState")
    expect(saidBy((await call({ ...answer, requestState: states[0] })).result)).toEqual(ada)
    expect(await begun()).toEqual(expect.any(String))
    expect(runs).toHaveLength(6)
  })
})

describe("a client that does not answer", () => {
  it("is treated like one that cannot be asked, if the question was an approval", async () => {
    const { url } = await serveHttpGate("elicit")
    const answer = () => {
      throw new Error("There is no window.")
    }
    const client = await connect(url, "legacy", { answer })
    const write = { name: "write_file", arguments: { path: "a.txt", content: "new" } }
    expect(await client.callTool(write)).toMatchObject({
      isError: true,
      _meta: { "toolgate/executed": "no", "toolgate/pending": { approvalId: expect.any(String) } }
    })
  })

  it("is awaited while its form is open, and the tool continues without an answer", async () => {
    const { url, runs } = await serveHttpGate()
    const asked = Promise.withResolvers<void>()
    const answer = () => {
      asked.resolve()
      return new Promise<never>(() => {})
    }
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const client = await connect(url, "legacy", { answer })
    const call = client.callTool({ name: "ask_name", arguments: {} }, { timeout: 10 * 60_000 })
    await asked.promise
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    vi.useRealTimers()
    expect(saidBy(await call)).toEqual({ action: "cancel" })
    expect(runs).toHaveLength(1)
  })
})

describe("a client that leaves", () => {
  it("ends its call, even during a question", async () => {
    const { url, runs } = await serveHttpGate()
    const asked = Promise.withResolvers<void>()
    const client = await connect(url, "legacy", {
      answer: () => {
        asked.resolve()
        return new Promise(() => {})
      }
    })
    const call = client.callTool({ name: "ask_name", arguments: {} })
    await asked.promise
    await client.close()
    await expect(call).rejects.toThrow()
    await expect.poll(() => runs[0]?.signal.aborted).toBe(true)
  })
})
