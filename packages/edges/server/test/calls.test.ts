import { describe, expect, it } from "vitest"
import { type Ask, openTestServer } from "./openTestServer.ts"

const openSession = async () => {
  const server = await openTestServer()
  const { ask } = await server.addToken({ name: "agent" })
  const { body } = await ask("POST", "/v1/sessions", {})
  return { ...server, ask, path: `/v1/sessions/${body.id}` }
}

/** Asks until an answer is as wanted. */
const askUntil = async (ask: Ask, path: string, isWanted: (body: never) => boolean) => {
  for (;;) {
    const { body } = await ask("GET", path)
    if (isWanted(body as never)) return body
  }
}

describe("a call", () => {
  it("is answered like any other, with its id or one of the server's", async () => {
    const { ask, path } = await openSession()
    const call = { tool: "say", args: { text: "hello" } }
    expect(await ask("POST", `${path}/calls`, { id: "1", ...call })).toMatchObject({
      status: 200,
      body: { callId: "1", success: true, executed: "yes", output: { content: [{ type: "text", text: "hello" }] } }
    })
    expect((await ask("POST", `${path}/calls`, call)).body.callId).toEqual(expect.any(String))
    const text = { tool: "say", argsText: '{"text":"typed"}' }
    expect((await ask("POST", `${path}/calls`, text)).body.arguments).toEqual({ text: "typed" })
  })

  it("is refused by the gate with an answer, and by the server with a problem", async () => {
    const { ask, path } = await openSession()
    expect(await ask("POST", `${path}/calls`, { tool: "absent" })).toMatchObject({
      status: 200,
      body: { executed: "no", error: { class: "not_found" } }
    })
    const bodies = [
      {},
      { tool: 1 },
      { tool: "" },
      { tool: "say", arg: {} },
      { tool: "say", timeoutMs: 0 },
      [],
      "null",
      "{",
      "{}{}"
    ]
    for (const body of [...bodies, '{"tool":"say","tool":"note"}', `${"[".repeat(5000)}${"]".repeat(5000)}`])
      expect([body, (await ask("POST", `${path}/calls`, body)).status]).toEqual([body, 400])
    expect((await ask("POST", `${path}/calls`, "tool=say", { "content-type": "text/plain" })).status).toBe(415)
    expect((await ask("POST", `${path}/calls`, { tool: "say" }, { "content-encoding": "gzip" })).status).toBe(415)
    const long = { tool: "say", args: { text: "x".repeat(5 * 1024 * 1024) } }
    expect((await ask("POST", `${path}/calls`, long)).status).toBe(413)
  })

  it("runs once for each idempotency key, and a reused key is a conflict", async () => {
    const { ask, path } = await openSession()
    const key = { "idempotency-key": "k1" }
    const call = { tool: "say", args: { text: "once" } }
    const first = await ask("POST", `${path}/calls`, call, key)
    const second = await ask("POST", `${path}/calls`, call, key)
    expect([first.body.replayed, second.body.replayed, second.body.output]).toEqual([
      undefined,
      true,
      first.body.output
    ])
    for (const other of [
      { tool: "say", args: { text: "twice" } },
      { tool: "wait", args: {} }
    ])
      expect(await ask("POST", `${path}/calls`, other, key)).toMatchObject({
        status: 409,
        body: { type: "urn:toolgate:key-reused" }
      })
  })

  it("that is accepted is looked up later, and can be cancelled", async () => {
    const { ask, path } = await openSession()
    expect(await ask("POST", `${path}/calls`, { id: "w", tool: "wait", args: {}, mode: "accept" })).toMatchObject({
      status: 202,
      body: { callId: "w", state: "open" }
    })
    expect((await ask("GET", `${path}/calls/w`)).body.state).toBe("open")
    expect((await ask("GET", path)).body.openCalls).toBe(1)
    expect((await ask("POST", `${path}/calls/w/cancel`)).status).toBe(204)
    const body = await askUntil(ask, `${path}/calls/w`, ({ state }) => state === "answered")
    expect(body.execution).toMatchObject({ success: false, error: { class: "cancelled" } })
    expect((await ask("POST", `${path}/calls/w/cancel`)).status).toBe(404)
    expect((await ask("GET", `${path}/calls/absent`)).status).toBe(404)
  })

  it("ends when its client goes", async () => {
    const { url, ask, path, addToken } = await openSession()
    const { secret } = await addToken({ name: "reader", rights: ["read"] })
    const events = await fetch(`${url}/v1/events?type=tool.called,tool.failed`, {
      headers: { authorization: `Bearer ${secret}` }
    })
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    const gone = new AbortController()
    const token = await addToken({ name: "short" })
    const { body } = await token.ask("POST", "/v1/sessions", {})
    const call = fetch(`${url}/v1/sessions/${body.id}/calls`, {
      method: "POST",
      signal: gone.signal,
      headers: { authorization: `Bearer ${token.secret}`, "content-type": "application/json" },
      body: JSON.stringify({ tool: "wait", args: {} })
    }).catch(() => "aborted")
    let seen = ""
    const readUntil = async (text: string) => {
      while (!seen.includes(text)) seen += (await reader?.read())?.value ?? ""
    }
    await readUntil("tool.called")
    gone.abort()
    expect(await call).toBe("aborted")
    await readUntil('"errorClass":"cancelled"')
    expect((await ask("GET", path)).body.openCalls).toBe(0)
  })
})

describe("calls that belong together", () => {
  it("are answered in order: a batch", async () => {
    const { ask, path } = await openSession()
    const calls = ["a", "b", "c"].map((text) => ({ id: text, tool: "say", args: { text } }))
    const { body } = await ask("POST", `${path}/batches`, { calls, concurrency: 2 })
    expect(body.executions.map(({ callId }: { readonly callId: string }) => callId)).toEqual(["a", "b", "c"])
  })

  it("may refer to each other: a turn", async () => {
    const { ask, path } = await openSession()
    const calls = [
      { id: "1", tool: "say", args: { text: "first" } },
      { id: "2", tool: "say", args: { text: { $from: "1", pointer: "" } } }
    ]
    const { status, body } = await ask("POST", `${path}/turns`, { calls, turn: "t" })
    expect([status, body.chains.length]).toEqual([200, 1])
    expect(body.executions.map(({ success }: { readonly success: boolean }) => success)).toContain(true)
  })

  it("are cancelled by their turn", async () => {
    const { ask, path } = await openSession()
    for (const id of ["1", "2"])
      await ask("POST", `${path}/calls`, { id, tool: "wait", args: {}, turn: "t", mode: "accept" })
    expect((await ask("POST", `${path}/turns/other/cancel`)).status).toBe(404)
    expect((await ask("POST", `${path}/turns/t/cancel`)).status).toBe(204)
    for (const id of ["1", "2"]) await askUntil(ask, `${path}/calls/${id}`, ({ state }) => state === "answered")
  })

  it("are judged without being made", async () => {
    const { ask, path } = await openSession()
    const judge = async (tool: string) =>
      (await ask("POST", `${path}/judgements`, { tool, args: { text: "x" } })).body.decision
    expect([await judge("say"), await judge("note"), await judge("absent")]).toEqual(["allow", "ask", "deny"])
  })
})

it("shows the tools of a session, also in the forms of providers", async () => {
  const { ask, path } = await openSession()
  expect((await ask("GET", `${path}/tools`)).body.tools.map(({ name }: { readonly name: string }) => name)).toContain(
    "say"
  )
  for (const provider of ["anthropic", "openai-chat", "openai-responses", "gemini"])
    expect(JSON.stringify((await ask("GET", `${path}/tools/${provider}`)).body.tools)).toContain('"say"')
  expect((await ask("GET", `${path}/tools/other`)).status).toBe(400)
})
