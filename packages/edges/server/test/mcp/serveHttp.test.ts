import { existsSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { type EventListener, ToolEvents } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { defineHostedTool, defineTool } from "toolgate"
import { partsOf } from "toolgate/effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { connect, post, serveHttpGate } from "./serveHttpGate.ts"

const write = { path: "a.txt", content: "new" }
const approve = { action: "accept", content: { decision: "approve" } } as const

describe.each(["legacy", "auto"] as const)("a client over HTTP (%s)", (era) => {
  it("lists the tools and calls one", async () => {
    const { url } = await serveHttpGate()
    const client = await connect(url, era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("read_file")
    expect(await client.callTool({ name: "read_file", arguments: { path: "note.txt" } })).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining("hello") }]
    })
  })

  it("gives a call the trace context that its client sends, unless it is invalid", async () => {
    const { url, gate } = await serveHttpGate()
    const heard: Array<string | undefined> = []
    const scope = Effect.runSync(Scope.make())
    onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const { listen } = Context.get(partsOf(gate).services, ToolEvents)
    const told: EventListener = ({ type }, call) => {
      if (type === "tool.completed") heard.push(call?.context.traceparent)
    }
    Effect.runSync(Scope.provide(listen(told), scope))
    const client = await connect(url, era)
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    const call = { name: "read_file", arguments: { path: "note.txt" } }
    for (const sent of [traceparent, "00-0-0-00", 5]) await client.callTool({ ...call, _meta: { traceparent: sent } })
    expect(heard).toEqual([traceparent, undefined, undefined])
  })

  it("ends the call of a client that disconnects", async () => {
    const { url, waiting } = await serveHttpGate()
    const client = await connect(url, era)
    const call = client.callTool({ name: "wait", arguments: {} }, { onprogress: () => void client.close() })
    await expect(call).rejects.toThrow()
    await expect.poll(() => waiting[0]?.aborted).toBe(true)
  })
})

describe("an approval by elicitation over HTTP", () => {
  it("runs the call once, and rejects a replayed, changed or foreign answer, or one for another call", async () => {
    const { url, workspace } = await serveHttpGate("elicit")
    const call = (params: object, name = "alice") =>
      post(url, "tools/call", { name: "write_file", ...params }, { name })
    const first = await call({ arguments: write })
    const { requestState } = first.body.result
    expect(first.body.result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) })
    const answer = { inputResponses: { approval: approve }, requestState }

    const swapped = await call({ ...answer, arguments: { ...write, content: "evil" } })
    expect(swapped.body.result).toMatchObject({ isError: true, _meta: { "toolgate/executed": "no" } })
    const foreign = await call({ ...answer, arguments: write }, "bob")
    expect(foreign.body.error).toMatchObject({ code: -32602 })
    const tampered = await call({ ...answer, arguments: write, requestState: `${requestState.slice(0, -4)}AAAA` })
    expect(tampered.body.error).toMatchObject({ code: -32602 })
    expect(existsSync(join(workspace, "a.txt"))).toBe(false)

    const right = await call({ ...answer, arguments: write })
    expect(right.body.result).toMatchObject({ _meta: { "toolgate/executed": "yes" } })
    expect(existsSync(join(workspace, "a.txt"))).toBe(true)
    const replayed = await call({ ...answer, arguments: write })
    expect(replayed.body.result).toMatchObject({ isError: true, _meta: { "toolgate/executed": "no" } })
  })

  it("loses to a person who denies the call elsewhere first", async () => {
    const { url, gate } = await serveHttpGate("elicit")
    const call = (params: object) => post(url, "tools/call", { name: "write_file", arguments: write, ...params })
    const { requestState } = (await call({})).body.result
    const [question] = await gate.approvals.list()
    await gate.approvals.decide(question?.id ?? "", { decision: "deny" })
    const { body } = await call({ inputResponses: { approval: approve }, requestState })
    expect(body.result).toMatchObject({ isError: true, _meta: { "toolgate/error": "user_denied" } })
  })

  it("never decides a critical call", async () => {
    const { url } = await serveHttpGate("elicit")
    const client = await connect(url, "auto", { answer: approve })
    expect(await client.callTool({ name: "launch", arguments: {} })).toMatchObject({
      isError: true,
      _meta: { "toolgate/executed": "no", "toolgate/pending": { approvalId: expect.any(String) } }
    })
  })

  it("works for a client of the older protocol", async () => {
    const { url, workspace } = await serveHttpGate("elicit")
    const client = await connect(url, "legacy", { answer: approve })
    expect(await client.callTool({ name: "write_file", arguments: write })).not.toHaveProperty("isError")
    expect(existsSync(join(workspace, "a.txt"))).toBe(true)
  })
})

describe("an approval by URL over HTTP", () => {
  it("sends the user to the address, continues after the decision there, and ignores the client's answer", async () => {
    const { url, gate } = await serveHttpGate("url")
    const call = (params: object) => post(url, "tools/call", { name: "launch", arguments: {}, ...params })
    const { inputRequests, requestState } = (await call({})).body.result
    const [question] = await gate.approvals.list()
    const asked = { mode: "url", url: `http://127.0.0.1:1/approvals/${question?.id}`, message: expect.any(String) }
    expect(inputRequests).toEqual({ approval: { method: "elicitation/create", params: asked } })

    const declined = await call({ inputResponses: { approval: { action: "decline" } }, requestState })
    expect(declined.body.result._meta).toMatchObject({ "toolgate/pending": { approvalId: question?.id } })
    const waiting = call({ inputResponses: { approval: approve }, requestState })
    const still = await call({ inputResponses: { approval: { action: "cancel" } }, requestState })
    expect(still.body.result).toMatchObject({ isError: true, _meta: { "toolgate/executed": "no" } })
    await gate.approvals.decide(question?.id ?? "", { decision: "approve" })
    expect((await waiting).body.result).toMatchObject({ _meta: { "toolgate/executed": "yes" } })
  })

  it("becomes an address and a command for a client that opens no addresses", async () => {
    const { url, gate } = await serveHttpGate("url")
    const client = await connect(url, "auto", { answer: approve })
    const { content } = await client.callTool({ name: "write_file", arguments: write })
    const id = (await gate.approvals.list())[0]?.id
    expect(JSON.stringify(content)).toContain(
      `To decide, a person opens http://127.0.0.1:1/approvals/${id} or runs \\"approve ${id}\\" or denies it.`
    )
  })
})

describe("a caller", () => {
  it("never uses the approval of another caller", async () => {
    const { url, gate } = await serveHttpGate()
    const [alice, bob] = [await connect(url, "auto"), await connect(url, "auto", { name: "bob" })]
    await alice.callTool({ name: "write_file", arguments: write })
    const [question] = await gate.approvals.list()
    await gate.approvals.decide(question?.id ?? "", { decision: "approve" })
    expect(await bob.callTool({ name: "write_file", arguments: write })).toMatchObject({ isError: true })
    expect(await alice.callTool({ name: "write_file", arguments: write })).not.toHaveProperty("isError")
  })

  it("gains nothing by opening a session", async () => {
    const { url, gate } = await serveHttpGate()
    await post(
      url,
      "tools/call",
      { name: "write_file", arguments: write },
      { headers: { "mcp-session-id": "mcp-bob" } }
    )
    expect((await gate.approvals.list())[0]?.session).toMatch(/^mcp-alice-/)
  })

  it("does not see tools that a model's provider runs", async () => {
    const { url, gate } = await serveHttpGate()
    const client = await connect(url, "auto")
    await gate.tools.add(
      defineHostedTool({
        name: "web_search",
        description: "Searches the web.",
        sideEffects: "NONE",
        providerSpecs: { openai: { type: "web_search" } }
      })
    )
    expect(gate.tools.list().map(({ name }) => name)).toContain("web_search")
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("web_search")
  })

  it("is notified of new tools", async () => {
    const { url, gate } = await serveHttpGate()
    const client = await connect(url, "auto")
    const told = new Promise<void>((resolve) =>
      client.setNotificationHandler("notifications/tools/list_changed", () => resolve())
    )
    await client.listen({ toolsListChanged: true })
    await gate.tools.add(
      defineTool({
        name: "extra",
        description: "Extra.",
        sideEffects: "NONE",
        parameters: { type: "object" },
        execute: () => ""
      })
    )
    await told
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("extra")
  })
})

/** Sends a request with a raw header, and returns the status. */
const statusOf = (url: string, headers: Readonly<Record<string, string>>, body = "{}"): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", agent: false, headers: { "content-type": "application/json", ...headers } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      }
    )
    sent.on("error", reject)
    sent.end(body)
  })

const alice = { authorization: "Bearer the-token-of-alice" }

describe("the HTTP edge refuses", () => {
  it.each([
    ["no token", "", {}, 401],
    ["an unknown token", "", { authorization: "Bearer the-token-of-alicf" }, 401],
    ["a token of another scheme", "", { authorization: "Basic the-token-of-alice" }, 401],
    ["a token in the address", "?access_token=the-token-of-alice", {}, 400],
    ["an address with parameters", "?a=b", alice, 400],
    ["a foreign Origin", "", { ...alice, origin: "https://evil.example" }, 403],
    ["the Origin null", "", { ...alice, origin: "null" }, 403],
    ["a foreign Host", "", { ...alice, host: "evil.example" }, 403],
    ["another path", "/more", alice, 404]
  ] as const)("%s", async (_, suffix, headers, status) => {
    const { url } = await serveHttpGate()
    expect(await statusOf(`${url}${suffix}`, headers)).toBe(status)
  })

  it("a body of more than 4 MiB", async () => {
    const { url } = await serveHttpGate()
    expect(await statusOf(url, alice, `"${"x".repeat(5 * 1024 * 1024)}"`)).toBe(413)
  })

  it("more streams than the limit, and still serves calls", async () => {
    const { url } = await serveHttpGate()
    const end = new AbortController()
    const opened = Array.from({ length: 200 }, async () => {
      const response = await fetch(url, {
        method: "POST",
        signal: end.signal,
        headers: {
          ...alice,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "subscriptions/listen"
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "subscriptions/listen",
          params: {
            notifications: { toolsListChanged: true },
            _meta: {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {}
            }
          }
        })
      })
      if (response.body === null) return ""
      const { value } = await response.body.getReader().read()
      return new TextDecoder().decode(value)
    })
    const answers = await Promise.all(opened.map((one) => one.catch(String)))
    const acknowledged = answers.filter((text) => text.includes("notifications/subscriptions/acknowledged"))
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(acknowledged.length).toBeLessThanOrEqual(64)
    // Uses new connections: those of other clients must not count here.
    for (let count = 0; count < 100; count++) expect(await statusOf(url, alice)).toBe(400)
    const client = await connect(url, "auto")
    expect(await client.callTool({ name: "read_file", arguments: { path: "note.txt" } })).toMatchObject({
      _meta: { "toolgate/executed": "yes" }
    })
    const other = await connect(url, "auto", { name: "bob" })
    await other.listen({ toolsListChanged: true })
    end.abort()
  })
})

describe("a caller with many requests", () => {
  it("leaves other callers their share", async () => {
    const { url } = await serveHttpGate()
    const unfinished = Array.from({ length: 300 }, () => {
      const headers = { ...alice, "content-type": "application/json", "content-length": "1000" }
      const sent = request(url, { method: "POST", agent: false, headers })
      sent.on("error", () => {})
      sent.write("{")
      onTestFinished(() => void sent.destroy())
      return new Promise<number | undefined>((resolve) =>
        sent.once("response", ({ statusCode }) => resolve(statusCode)).once("close", () => resolve(undefined))
      )
    })
    expect(await Promise.race(unfinished)).toBe(503)
    const client = await connect(url, "auto", { name: "bob" })
    await client.listen({ toolsListChanged: true })
    expect(await client.callTool({ name: "read_file", arguments: { path: "note.txt" } })).toMatchObject({
      _meta: { "toolgate/executed": "yes" }
    })
  })
})

describe("the HTTP edge", () => {
  it("ends the calls that run when it closes", async () => {
    const { url, close, waiting } = await serveHttpGate()
    const client = await connect(url, "auto")
    const begun = Promise.withResolvers<void>()
    const call = client.callTool({ name: "wait", arguments: {} }, { onprogress: () => begun.resolve() })
    await begun.promise
    await close()
    expect(waiting[0]?.aborted).toBe(true)
    expect(await call).toMatchObject({ isError: true, _meta: { "toolgate/error": "cancelled" } })
  })
})
