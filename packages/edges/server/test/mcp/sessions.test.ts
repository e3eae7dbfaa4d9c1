import { defineTool } from "toolgate"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { connect, serveHttpGate } from "./serveHttpGate.ts"

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
}
const list = { jsonrpc: "2.0", id: 2, method: "tools/list" }

/** Sends a raw message of revision 2025-11-25. */
const send = async (url: string, name: string, message: object | undefined, session?: string, method = "POST") => {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer the-token-of-${name}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(session === undefined ? {} : { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" })
    },
    ...(message === undefined ? {} : { body: JSON.stringify(message) })
  })
  return { status: response.status, session: response.headers.get("mcp-session-id") ?? "", text: await response.text() }
}

const begin = async (url: string, name = "alice") => (await send(url, name, initialize)).session

describe("a session over HTTP", () => {
  it("has a random id that is bound to its token", async () => {
    const { url } = await serveHttpGate()
    const ids = [await begin(url), await begin(url)]
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/)
    expect(ids[0]).not.toBe(ids[1])
    const [own = ""] = ids
    const foreign = await send(url, "bob", list, own)
    const unknown = await send(url, "bob", list, "00000000-0000-4000-8000-000000000000")
    expect(foreign).toEqual(unknown)
    expect(foreign.status).toBe(404)
    expect((await send(url, "bob", undefined, own, "DELETE")).status).toBe(404)
    expect((await send(url, "bob", undefined, own, "GET")).status).toBe(404)
    expect((await send(url, "alice", list, own)).text).toContain("read_file")
  })

  it.each([
    ["a member of the request", '{"jsonrpc":"2.0","id":2,"method":"ping","method":"tools/list"}', "column 41"],
    [
      "an argument",
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"a","p\\u0061th":"b"}}}',
      "column 100"
    ]
  ])("refuses a request that repeats %s", async (_what, body, place) => {
    const { url } = await serveHttpGate()
    const session = await begin(url)
    const headers = {
      authorization: "Bearer the-token-of-alice",
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-session-id": session,
      "mcp-protocol-version": "2025-11-25"
    }
    const response = await fetch(url, { method: "POST", headers, body })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(new RegExp(`cannot be read as JSON: at line 1, ${place}, .* is given twice`))
  })

  it("is required, begins with initialize, and ends on the client's request", async () => {
    const { url } = await serveHttpGate()
    expect((await send(url, "alice", list)).status).toBe(400)
    const session = await begin(url)
    expect((await send(url, "alice", initialize, session)).status).toBe(400)
    expect((await send(url, "alice", undefined, session, "DELETE")).status).toBe(200)
    expect((await send(url, "alice", list, session)).status).toBe(404)
  })

  it("replaces only the longest idle session of the same token", async () => {
    const { url } = await serveHttpGate()
    const foreign = await begin(url, "bob")
    const [first = "", second = "", ...others] = await Promise.all(Array.from({ length: 16 }, () => begin(url)))
    expect((await send(url, "alice", list, first)).status).toBe(200)
    const last = await begin(url)
    const malformed = { ...initialize, params: { ...initialize.params, protocolVersion: 7 } }
    expect((await send(url, "alice", malformed)).status).toBe(400)
    const statuses = [first, second, ...others, last].map(async (id) => (await send(url, "alice", list, id)).status)
    expect((await Promise.all(statuses)).filter((status) => status === 404)).toHaveLength(1)
    expect((await send(url, "alice", list, first)).status).toBe(200)
    expect((await send(url, "bob", list, foreign)).status).toBe(200)
  })

  it("is refused if all of the token's sessions are in use", async () => {
    const { url } = await serveHttpGate()
    const clients = await Promise.all(Array.from({ length: 16 }, () => connect(url, "legacy")))
    // An SDK client keeps its notification stream open.
    await expect.poll(async () => (await send(url, "alice", initialize)).status).toBe(503)
    expect((await send(url, "bob", initialize)).status).toBe(200)
    await clients[0]?.close()
    await expect.poll(async () => (await send(url, "alice", initialize)).status).toBe(200)
  })

  it("is closed after a long idle time", async () => {
    const { url } = await serveHttpGate()
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const session = await begin(url)
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    expect((await send(url, "alice", list, session)).status).toBe(200)
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    expect((await send(url, "alice", list, session)).status).toBe(200)
    await vi.advanceTimersByTimeAsync(31 * 60_000)
    expect((await send(url, "alice", list, session)).status).toBe(404)
  })

  it("does not affect verdicts: a denied call stays denied in the next session", async () => {
    const { url } = await serveHttpGate("elicit")
    const write = { name: "write_file", arguments: { path: "a.txt", content: "new" } }
    const deny = { action: "accept", content: { decision: "deny" } } as const
    const first = await connect(url, "legacy", { answer: deny })
    await first.callTool(write)
    await first.close()
    const second = await connect(url, "legacy", { answer: { action: "accept", content: { decision: "approve" } } })
    expect(await second.callTool(write)).toMatchObject({ isError: true, _meta: { "toolgate/error": "user_denied" } })
  })

  it("lets its client cancel a call", async () => {
    const { url, waiting } = await serveHttpGate()
    const client = await connect(url, "legacy")
    const cancel = new AbortController()
    const call = client.callTool(
      { name: "wait", arguments: {} },
      { signal: cancel.signal, onprogress: () => cancel.abort() }
    )
    await expect(call).rejects.toThrow()
    await expect.poll(() => waiting[0]?.aborted).toBe(true)
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  })

  it("refuses a request that reuses the id of an unanswered one", async () => {
    const { url, waiting } = await serveHttpGate()
    const session = await begin(url)
    const wait = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "wait", arguments: {} } }
    const first = send(url, "alice", wait, session)
    await expect.poll(() => waiting.length).toBe(1)
    expect((await send(url, "alice", { ...list, id: 7 }, session)).status).toBe(400)
    expect((await send(url, "alice", [list, list] as object, session)).status).toBe(400)
    expect((await send(url, "alice", { ...list, id: "7" }, session)).status).toBe(200)
    await send(url, "alice", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }, session)
    await first
    for (let again = 0; again < 2; again++)
      expect((await send(url, "alice", { ...list, id: 7 }, session)).text).toContain("read_file")
  })

  it("ends the stream of a cancelled call", async () => {
    const { url, waiting } = await serveHttpGate()
    const session = await begin(url)
    const call = send(
      url,
      "alice",
      { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "wait", arguments: {} } },
      session
    )
    await expect.poll(() => waiting).toHaveLength(1)
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }
    expect((await send(url, "alice", cancelled, session)).status).toBe(202)
    expect(await call).toMatchObject({ status: 200, text: "" })
  })

  it("notifies its client of new tools", async () => {
    const { url, gate } = await serveHttpGate()
    const client = await connect(url, "legacy")
    const told = new Promise<void>((resolve) =>
      client.setNotificationHandler("notifications/tools/list_changed", () => resolve())
    )
    const extra = (name: string) =>
      defineTool({
        name,
        description: "Extra.",
        sideEffects: "NONE",
        parameters: { type: "object" },
        execute: () => ""
      })
    let more = 0
    const adding = setInterval(() => void gate.tools.add(extra(`extra_${++more}`)), 50)
    await told
    clearInterval(adding)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("extra_1")
  })
})
